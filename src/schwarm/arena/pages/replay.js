// The replay of one game: steps through frames that say which squares change. Knows no rules and needs no server;
// board.js calls schwarmBoard with the drawing, the game's own file calls schwarmGame with the moves.
"use strict";
(() => {
  const language = document.documentElement.lang;
  const at = id => document.getElementById(id);
  let board, game, chances, turn = 0, timer = null;

  window.schwarmBoard = drawing => {
    board = drawing;
    open();
  };
  window.schwarmGame = found => {
    game = found;
    show();
  };
  window.schwarmChances = found => {
    chances = found;
    draw();
  };
  addEventListener("hashchange", () => location.reload());

  function open() {
    const file = location.hash.slice(1);
    if (!/^[0-9a-f]{16}$/.test(file)) return missing();
    const script = document.createElement("script");
    script.src = `../games/${file}.js`;
    script.onerror = missing;
    document.body.append(script);
    // Not every game has been looked through.
    const course = document.createElement("script");
    course.src = `../games/${file}.chances.js`;
    document.body.append(course);
    for (const link of document.querySelectorAll(".tongue")) link.href += location.hash;
  }

  function missing() {
    at("missing").hidden = false;
  }

  function show() {
    at("replay").hidden = false;
    at("side-one").textContent = game.players[0];
    at("side-two").textContent = game.players[1];
    at("place").textContent = game.place[language];
    at("result").textContent = game.result[language];
    at("why").textContent = game.why[language];
    at("save").href = URL.createObjectURL(new Blob([game.record], { type: "text/plain" }));
    at("board").innerHTML = board.svg;
    at("slider").max = game.frames.length;
    const list = at("moves");
    game.frames.forEach((frame, number) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const seconds = frame.seconds === null ? "" : ` · ${frame.seconds.toLocaleString(language, { maximumFractionDigits: frame.seconds < 1 ? 3 : 2 })} s`;
      button.textContent = `${frame.move[0]}–${frame.move[1]}${seconds}`;
      button.className = (number + game.first) % 2 ? "two" : "one";
      button.onclick = () => go(number + 1);
      item.append(button);
      list.append(item);
    });
    at("first").onclick = () => go(0);
    at("back").onclick = () => go(turn - 1);
    at("next").onclick = () => go(turn + 1);
    at("last").onclick = () => go(game.frames.length);
    at("play").onclick = play;
    at("slider").oninput = event => go(Number(event.target.value));
    addEventListener("keydown", event => {
      const keys = { ArrowLeft: () => go(turn - 1), ArrowRight: () => go(turn + 1), Home: () => go(0), End: () => go(game.frames.length), " ": play };
      if (event.target.tagName === "INPUT" || !(event.key in keys)) return;
      if (event.key === " " && event.target.tagName === "BUTTON") return;
      event.preventDefault();
      keys[event.key]();
    });
    go(0);
    draw();
  }

  // The course of the game: one side's water below, the other's above, and a line where we are.
  const svg = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const across = place => (1000 * place) / Math.max(1, chances.length - 1);

  function draw() {
    if (!chances || !game || chances.length < 2) return;
    const graph = at("graph");
    const points = chances.map((chance, place) => `${across(place).toFixed(1)},${(220 * (1 - chance)).toFixed(1)}`).join(" ");
    graph.replaceChildren(
      svg("rect", { class: "water-two", width: 1000, height: 220 }),
      svg("polygon", { class: "water-one", points: `0,220 ${points} 1000,220` }),
      svg("line", { class: "even", x1: 0, x2: 1000, y1: 110, y2: 110 }),
      svg("polyline", { class: "line", points }),
      svg("line", { class: "now", id: "graph-now", y1: 0, y2: 220 }));
    graph.onclick = event => {
      const box = graph.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * (chances.length - 1)));
    };
    at("graph-one").textContent = game.players[0];
    at("course").hidden = false;
    markTurn();
  }

  function markTurn() {
    const now = at("graph-now");
    if (!now) return;
    for (const end of ["x1", "x2"]) now.setAttribute(end, across(Math.min(turn, chances.length - 1)));
  }

  function play() {
    if (timer) {
      clearInterval(timer);
      timer = null;
      return;
    }
    if (turn >= game.frames.length) go(0);
    timer = setInterval(() => {
      go(turn + 1, true);
      if (turn >= game.frames.length) {
        clearInterval(timer);
        timer = null;
      }
    }, 700);
  }

  function go(wanted, playing) {
    if (!playing && timer) {
      clearInterval(timer);
      timer = null;
    }
    turn = Math.max(0, Math.min(game.frames.length, wanted));
    const letters = { ...game.start };
    for (const frame of game.frames.slice(0, turn)) Object.assign(letters, frame.changes);
    const last = turn ? game.frames[turn - 1].move : [];
    for (const old of at("board").querySelectorAll("[data-square]")) {
      const square = old.dataset.square;
      const letter = letters[square] || "";
      if (old.dataset.letter !== letter) old.innerHTML = inner(square, letter);
      old.dataset.letter = letter;
      for (const frame of old.querySelectorAll(".replay-mark")) frame.remove();
      if (last.includes(square)) mark(old, square === last[1] ? "sw-last-to" : "sw-last-start");
    }
    at("standing").textContent = (turn ? game.frames[turn - 1] : game).standing[language];
    at("slider").value = turn;
    markTurn();
    at("result").hidden = turn < game.frames.length;
    at("why").hidden = turn < game.frames.length;
    [...at("moves").children].forEach((item, number) => {
      const here = number === turn - 1;
      item.classList.toggle("here", here);
      if (here) item.scrollIntoView({ block: "nearest" });
    });
  }

  // The inside of a square's group, as the drawing made it.
  const parsed = {};
  function inner(square, letter) {
    const key = `${square} ${letter}`;
    if (!(key in parsed)) {
      const whole = new DOMParser().parseFromString(
        `<svg xmlns="http://www.w3.org/2000/svg">${(board.squares[letter] || board.squares[""])[square]}</svg>`, "image/svg+xml");
      parsed[key] = whole.documentElement.firstChild.innerHTML;
    }
    return parsed[key];
  }

  // A frame around where the last move went; under the piece, over the tile.
  function mark(group, kind) {
    const tile = group.querySelector("rect, use");
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const x = Number(tile.getAttribute("x")), y = Number(tile.getAttribute("y"));
    for (const [name, value] of Object.entries({ x: x + 4, y: y + 4, width: 92, height: 92, rx: 14 })) {
      frame.setAttribute(name, value);
    }
    frame.setAttribute("class", `${board.scope} ${kind} replay-mark`);
    tile.after(frame);
  }
})();
