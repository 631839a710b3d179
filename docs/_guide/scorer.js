// The order of what the search finds: Sphinx's own figures, but what newcomers look for comes before what is for those
// who look inside.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 5, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: ([page, , , , score]) => {
    if (page.startsWith("games/")) return score + 6;
    if (/^(install$|tutorial$|howto\/)/.test(page)) return score + 4;
    if (/^(api\/|architecture$|decisions$|rules$)/.test(page)) return score - 20;
    return score;
  },
};
