// Addresses of pages and files. A server has one page for all games and answers every question about it; a site of plain
// files has a page for each game, and all its addresses are relative: it may lie in any folder.

const { site, root = "/", stamp } = document.body.dataset;

// Whether this page has no server behind it.
export const onSite = site !== undefined;

/** @typedef {{ key: string, game: string }} GameName A game that is on or was played, and which one it is of. */

/** @param {GameName} name */
export const gamePage = ({ key, game }) => (onSite ? `game-${game}.html?${new URLSearchParams({ key })}` : `/game/${encodeURIComponent(key)}`);

/** @param {string} game @param {Record<string, string>} query */
export const analysisPage = (game, query = {}) =>
  onSite ? `analysis-${game}.html?${new URLSearchParams(query)}` : `/analysis?${new URLSearchParams({ game, ...query })}`;

/** @param {string} game @param {Record<string, string>} query */
export const learnPage = (game, query = {}) => `${onSite ? `learn-${game}.html` : `/learn/${game}`}?${new URLSearchParams(query)}`;

/** @param {Record<string, string>} query */
export const playPage = (query) => `${onSite ? "play.html" : "/play"}?${new URLSearchParams(query)}`;

// What belongs to boards, in the page's language.
/** @param {string} path */
export const boardFile = (path) => `${root}board/${stamp}/${document.documentElement.lang}/${path}`;
