"use strict";
// The live page: the form is made of what the game declares; each change is sent to simkit, which plays and answers.
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const copy = value => JSON.parse(JSON.stringify(value));
const inOrder = (_, value) => value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
const same = (one, other) => JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
let number = 0;

function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside.filter(one => one !== null && one !== undefined));
  return made;
}

// What is set: only rules that differ from the start are sent.
const wanted = {rules: {}, seats: copy(data.seats), games: data.games, seed: data.seed};
const rules = new Map();
const isReading = data.reading;
document.documentElement.classList.toggle("reading", isReading);

// ---- rules -------------------------------------------------------------------------------------------------

function ruleOf(own) {
  const id = `rule-${own.name}`;
  const title = make(own.kind === "numbers" || own.kind === "set" ? "span" : "label", {id: `${id}-label`}, own.label);
  if (title.tagName === "LABEL") title.htmlFor = id;
  else title.className = "label";
  const back = make("button", {type: "button", class: "reset", hidden: true, title: `${data.called}: ${own.words}`,
    "aria-label": `Set ${own.label} back to ${own.words}`, onclick: () => { set(own.value); changed(); control.focus(); }}, `↺ ${own.value === null ? "none" : own.words}`);
  const note = make("p", {class: "note", hidden: true, id: `${id}-note`});
  const problem = make("p", {class: "problem", hidden: true, id: `${id}-problem`});
  const control = CONTROLS[own.kind](own, id, value => { keep(value); changed(); });
  const line = make("div", {class: "rule", "data-rule": own.name},
    make("div", {class: "top"}, title, own.known ? make("span", {class: "known", title: "this value could not be looked up"}, own.known) : null, back),
    make("div", {class: "control"}, ...control.parts),
    make("p", {class: "means", id: `${id}-means`}, `${own.meaning}${own.printed ? ` (printed: ${own.printed})` : ""}`), note, problem);
  function keep(value) {
    if (same(value, own.value)) delete wanted.rules[own.name];
    else wanted.rules[own.name] = value;
    const differs = own.name in wanted.rules;
    line.classList.toggle("changed", differs);
    back.hidden = !differs;
  }
  function set(value) { control.show(value); keep(value); }
  rules.set(own.name, {own, line, set, note, problem, isText: own.kind === "text"});
  return line;
}

const CONTROLS = {
  slider(own, id, tell) {
    const range = make("input", {type: "range", id, min: own.from, max: own.to, step: own.step, value: own.value, "aria-describedby": `${id}-means`});
    const box = make("input", {type: "number", min: own.low, max: own.high, step: own.whole ? 1 : "any", value: own.value, "aria-label": `${own.label}, exactly`});
    const mark = make("i", {title: `${data.called}: ${own.words}`});
    mark.style.setProperty("--at", (own.value - own.from) / (own.to - own.from || 1));
    range.addEventListener("input", () => { box.value = range.value; tell(Number(range.value)); });
    box.addEventListener("input", () => { if (box.value !== "" && box.validity.valid) { range.value = box.value; tell(Number(box.value)); } });
    box.addEventListener("change", () => { if (box.value !== "") tell(Number(box.value)); });
    return {parts: [make("div", {class: "slide"}, range, mark), box], focus: () => range.focus(),
      show(value) { range.value = value; box.value = value; }};
  },
  maybe(own, id, tell) {
    const box = make("input", {type: "number", id, min: own.low, max: own.high, step: own.whole ? 1 : "any", value: own.value, placeholder: "none", "aria-describedby": `${id}-means ${id}-note`});
    box.addEventListener("input", () => { if (box.validity.valid) tell(box.value === "" ? null : Number(box.value)); });
    box.addEventListener("change", () => { if (!box.validity.valid && !box.validity.badInput) tell(Number(box.value)); });
    return {parts: [box], focus: () => box.focus(), show(value) { box.value = value ?? ""; }};
  },
  choice(own, id, tell) {
    const select = make("select", {id, "aria-describedby": `${id}-means`}, ...own.options.map(word =>
      make("option", {value: word, selected: word === own.value}, word === own.value ? `${word} (${data.called})` : word)));
    select.addEventListener("change", () => tell(select.value));
    return {parts: [select], focus: () => select.focus(), show(value) { select.value = value; }};
  },
  switch(own, id, tell) {
    const box = make("input", {type: "checkbox", id, "aria-describedby": `${id}-means`});
    box.checked = own.value;
    box.addEventListener("change", () => tell(box.checked));
    return {parts: [box], focus: () => box.focus(), show(value) { box.checked = value; }};
  },
  numbers(own, id, tell) {
    const boxes = make("div", {class: "entries", role: "group", "aria-labelledby": `${id}-label`});
    const values = () => [...boxes.querySelectorAll("input")].map(box => Number(box.value));
    const isWhole = () => [...boxes.querySelectorAll("input")].every(box => box.value !== "");
    const box = (value, place) => make("input", {type: "number", min: own.low, max: own.high, step: 1, value, "aria-label": `${own.label}, ${place + 1}`,
      oninput: () => { if (isWhole()) tell(values()); }});
    const more = make("button", {type: "button", "aria-label": `One more: ${own.label}`, onclick: () => show([...values(), values().at(-1) ?? own.low ?? 0], true)}, "+");
    const fewer = make("button", {type: "button", "aria-label": `One fewer: ${own.label}`, onclick: () => show(values().slice(0, -1), true)}, "−");
    function show(value, isNews) {
      boxes.replaceChildren(...value.map(box));
      more.disabled = value.length >= own.most;
      fewer.disabled = value.length <= own.least;
      if (isNews) tell(value);
    }
    show(own.value);
    return {parts: [boxes, ...(own.least < own.most ? [fewer, more] : [])], focus: () => boxes.querySelector("input")?.focus(), show};
  },
  set(own, id, tell) {
    const group = make("div", {class: "ticks", role: "group", "aria-labelledby": `${id}-label`});
    const boxes = own.options.map(one => {
      const box = make("input", {type: "checkbox", value: one});
      box.checked = own.value.includes(one);
      box.addEventListener("change", () => tell(own.options.filter((_, i) => boxes[i].checked).sort((a, b) => a < b ? -1 : 1)));
      group.append(make("label", {class: "tick"}, box, String(one)));
      return box;
    });
    return {parts: [group], focus: () => boxes[0].focus(), show(value) { boxes.forEach((box, i) => { box.checked = value.includes(own.options[i]); }); }};
  },
  text(own, id, tell) {
    const box = make("input", {type: "text", id, value: own.text, placeholder: "none", spellcheck: "false", "aria-describedby": `${id}-means`, title: `as in YAML; allowed: ${own.allowed}`});
    box.addEventListener("change", () => tell(box.value.trim() === own.text ? own.value : {text: box.value}));
    return {parts: [box], focus: () => box.focus(), show(value) { box.value = same(value, own.value) ? own.text : value.text ?? JSON.stringify(value); }};
  },
};

// ---- players -----------------------------------------------------------------------------------------------

const stops = [0, ...data.stops];
const slipsInWords = one => one === 0 ? "no slips" : `one slip in ${Math.round(one * 100) / 100}`;
const seats = make("div");
let isSame = wanted.seats.every(seat => same(seat, wanted.seats[0]));

function seatOf(place) {
  const seat = wanted.seats[place], id = `seat-${place}`;
  const alone = wanted.seats.length === 1, title = alone ? "The player" : isSame ? "Every player" : `Player ${place + 1}`;
  const strategy = data.strategies.find(one => one.name === seat.strategy);
  const tell = () => { if (isSame) wanted.seats = wanted.seats.map(() => copy(seat)); changed(); };
  const kept = data.seats.flatMap((own, i) => own.kept === null ? [] : [[`kept ${i}`, own.strategy, i]]);
  const select = make("select", {id},
    ...data.strategies.map(one => make("option", {value: one.name, selected: seat.kept === null && one.name === seat.strategy}, `${one.name}${one.skill ? ` (${one.skill})` : ""}`)),
    ...kept.map(([value, words, i]) => make("option", {value, selected: seat.kept === i}, `${words} (as in the file)`)));
  select.addEventListener("change", () => {
    const own = kept.find(([value]) => value === select.value);
    Object.assign(seat, own ? copy(data.seats[own[2]]) : {strategy: select.value, kept: null, parameters: {}});
    if (!own && !data.strategies.find(one => one.name === select.value).errs) Object.assign(seat, {one_in: 0, noise: 0});
    tell();
    drawSeats(`#${id}`);
  });
  const rows = [make("div", {class: "row"}, make("label", {for: id}, "strategy"), make("div", {class: "control"}, select))];
  if (strategy && seat.kept === null) {
    const [first, rest] = inTwo(strategy.idea);
    rows.push(make("p", {class: "means"}, first));
    if (rest) rows.push(make("details", {}, make("summary", {}, "More about it"), make("p", {class: "means"}, rest)));
    if (strategy.errs) {
      const words = make("output", {for: `${id}-skill`}, slipsInWords(seat.one_in));
      const range = make("input", {type: "range", id: `${id}-skill`, min: 0, max: stops.length - 1, step: 1, value: Math.max(0, stops.indexOf(seat.one_in)), "aria-valuetext": slipsInWords(seat.one_in),
        "aria-describedby": `${id}-slips`});
      range.addEventListener("input", () => {
        seat.one_in = stops[range.value];
        words.textContent = slipsInWords(seat.one_in);
        range.setAttribute("aria-valuetext", words.textContent);
        tell();
      });
      rows.push(make("div", {class: "row head"}, make("label", {for: `${id}-skill`}, "skill"), words), make("div", {class: "slide"}, range));
      rows.push(make("p", {class: "means", id: `${id}-slips`}, "How often the best move is overlooked, as people do."));
      rows.push(numbersOf(seat, strategy, id, tell));
    } else rows.push(make("p", {class: "note"}, "It looks ahead before each move: its games take long."));
  }
  const problem = make("p", {class: "problem", hidden: true, id: `${id}-problem`});
  return make("fieldset", {class: "seat", "data-seat": place, "aria-label": alone ? title : null}, alone ? null : make("legend", {}, title), ...rows, problem);
}

function inTwo(words) {
  const end = words.search(/[.;:] [A-Z(]/);
  return end < 0 || words.length < 160 ? [words, ""] : [words.slice(0, end + 1), words.slice(end + 2)];
}

function numbersOf(seat, strategy, id, tell) {
  const noise = {name: "noise", value: 0, low: 0, high: 1, meaning: "the chance that a decision is a legal move by chance"};
  const lines = [...strategy.parameters, noise].map(one => {
    const now = one === noise ? seat.noise : seat.parameters[one.name] ?? one.value;
    const box = make("input", {type: "number", id: `${id}-${one.name}`, min: one.low, max: one.high, step: "any", value: now, "aria-describedby": `${id}-${one.name}-means`});
    box.addEventListener("change", () => {
      const value = box.value === "" ? one.value : Number(box.value);
      if (one === noise) seat.noise = value;
      else if (value === one.value) delete seat.parameters[one.name];
      else seat.parameters[one.name] = value;
      tell();
    });
    return make("div", {class: "rule"}, make("div", {class: "top"}, make("label", {for: box.id}, one.name.replaceAll("_", " ")), box),
      make("p", {class: "means", id: `${id}-${one.name}-means`}, `${one.meaning}; usual: ${one.value}, allowed: ${one.low} to ${one.high}`));
  });
  const count = strategy.parameters.length;
  return make("details", {}, make("summary", {}, count ? `Its ${count === 1 ? "number" : `${count} numbers`}, and moves by chance` : "Moves by chance"), ...lines);
}

function drawSeats(focus) {
  const count = wanted.seats.length;
  const top = [];
  if (data.players) {
    const words = make("output", {for: "players"}, String(count));
    const range = make("input", {type: "range", id: "players", min: data.players.low, max: data.players.high, step: 1, value: count});
    range.addEventListener("input", () => {
      const many = Number(range.value);
      wanted.seats = Array.from({length: many}, (_, i) => copy(wanted.seats[i] ?? wanted.seats.at(-1)));
      changed();
      drawSeats("#players");
    });
    top.push(make("div", {class: "seat"}, make("div", {class: "row head"}, make("label", {for: "players"}, "number of players"), words), make("div", {class: "slide"}, range)));
  }
  if (count > 1) {
    const box = make("input", {type: "checkbox", id: "same"});
    box.checked = isSame;
    box.addEventListener("change", () => {
      isSame = box.checked;
      if (isSame) { wanted.seats = wanted.seats.map(() => copy(wanted.seats[0])); changed(); }
      drawSeats("#same");
    });
    top.push(make("label", {class: "tick"}, box, "the same player at every seat"));
  }
  const open = [...seats.querySelectorAll("details")].map(own => own.open);
  const shown = isSame ? [0] : wanted.seats.map((_, place) => place);
  seats.replaceChildren(...top, ...shown.map(seatOf));
  seats.querySelectorAll("details").forEach((own, i) => { own.open = open[i] ?? false; });
  if (focus) seats.querySelector(focus)?.focus();
}

function games() {
  const select = make("select", {id: "games"}, ...[1000, 5000, 20000, 50000, 200000].map(count =>
    make("option", {value: count, selected: count === wanted.games}, `${count.toLocaleString("en")} games`)));
  select.addEventListener("change", () => { wanted.games = Number(select.value); changed(); });
  const seed = make("input", {type: "number", id: "seed", min: 0, max: 4294967295, step: 1, value: wanted.seed, "aria-describedby": "seed-means"});
  seed.addEventListener("change", () => { wanted.seed = Number(seed.value || 0); changed(); });
  return make("div", {class: "seat"},
    make("div", {class: "row"}, make("label", {for: "games"}, "games"), make("div", {class: "control"}, select)),
    make("div", {class: "row"}, make("label", {for: "seed"}, "seed"), make("div", {class: "control"}, seed)),
    make("p", {class: "means", id: "seed-means"}, "The same seed plays the same games; with another one, see whether a result holds."));
}

// ---- asking ------------------------------------------------------------------------------------------------

const asked = () => ({rules: wanted.rules, seats: wanted.seats, games: wanted.games, seed: wanted.seed});
let running = null, soon = 0;

function changed() {
  if (isReading) return;
  at("reset").disabled = !Object.keys(wanted.rules).length;
  for (const group of document.querySelectorAll("#form details[data-group]")) counted(group);
  hideYaml();
  for (const card of cards.values()) card.settingChanged();
  clearTimeout(soon);
  soon = setTimeout(play, 30);
}

function counted(group) {
  const lines = [...group.querySelectorAll(".rule")];
  const differ = lines.filter(line => line.classList.contains("changed")).length;
  const count = group.querySelector("summary .count");
  if (!count) return;
  count.textContent = differ ? `${differ} changed` : String(lines.length);
  count.classList.toggle("changed", differ > 0);
}

function post(path, signal, body = asked()) {
  return fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body), signal, cache: "no-store"});
}

async function told(path, body) {
  const answer = await post(path, undefined, body);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function* lines(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return;
    const parts = (left + value).split("\n");
    left = parts.pop();
    for (const line of parts) yield JSON.parse(line);
  }
}

async function play() {
  running?.abort();
  const own = running = new AbortController();
  at("state").textContent = "";
  try {
    const answer = await post("try", own.signal);
    if (!answer.ok) throw new Error(await answer.text());
    let last = "";
    for await (const said of lines(answer)) {
      last = said.state;
      if (own === running) STATES[last]?.(said);
    }
    if (own === running && !["done", "wrong", "cancelled"].includes(last)) throw new Error("the answer broke off");
  } catch (problem) {
    if (own !== running || problem.name === "AbortError") return;
    wrong([{rule: null, seat: null, says: `simkit does not answer; is it still running? (${problem.message})`}]);
  }
}

const STATES = {
  waiting() { at("state").textContent = "waiting for what was begun before ..."; },
  compiling(said) {
    at("progress").removeAttribute("value");
    at("state").textContent = `The game is being compiled, which takes about 20 s, once: ${said.words} (${said.seconds} s so far)`;
  },
  playing(said) { progress(said, `${said.games.toLocaleString("en")} of ${said.of.toLocaleString("en")} games ...`); show(said); },
  done(said) {
    progress(said, `${said.games.toLocaleString("en")} games, ${said.keys[0]?.before ? "the same chance under both rules; " : ""}${said.seconds.toFixed(2)} s`);
    show(said);
    at("told").textContent = said.sentences[0];
    effects(said);
    results(said.results);
    for (const card of cards.values()) card.settingPlayed();
    data.tried = [said.row, ...data.tried.filter(row => !same(row.form, said.row.form))].slice(0, 200);
    history();
    document.body.dataset.done = String(++number);
  },
  wrong(said) { wrong(said.complaints); },
  cancelled() { at("state").textContent = "stopped: another window of this page has begun to play"; },
};

function progress(said, words) {
  at("progress").value = said.games / said.of;
  at("state").textContent = words;
}

function wrong(complaints) {
  clearProblems();
  at("progress").value = 0;
  at("state").textContent = data.tried.length ? "not played: what stands here is of the setting before" : "not played";
  const rest = [];
  for (const one of complaints) {
    const place = one.rule !== null ? rules.get(one.rule)?.problem : one.seat !== null ? at(`seat-${one.seat}-problem`) ?? at("seat-0-problem") : null;
    if (!place) { rest.push(one.says); continue; }
    place.textContent = place.textContent ? `${place.textContent}; ${one.says}` : one.says;
    place.hidden = false;
    place.closest("details[data-group]").open = true;
    rest.push(`${one.rule !== null ? one.rule.replaceAll("_", " ") : `player ${one.seat + 1}`}: ${one.says}`);
  }
  at("wrong").replaceChildren(...rest.map(words => make("li", {}, words)));
  at("wrong").hidden = false;
  document.body.dataset.done = String(++number);
}

function clearProblems() {
  for (const one of document.querySelectorAll(".problem")) { one.hidden = true; one.textContent = ""; }
  at("wrong").hidden = true;
}

// ---- the answer --------------------------------------------------------------------------------------------

function show(said) {
  clearProblems();
  at("sentence").textContent = said.sentences[0];
  at("more").textContent = said.sentences.slice(1).join(" ") || (data.tried.length < 2 && !isReading ? "Change a rule, a player or its skill: the same games are played again." : "");
  at("keys").replaceChildren(...said.keys.map(key => {
    const was = key.before === undefined ? null : make("span", {class: "was"}, `${data.called} ${key.before}: `,
      make("strong", {class: key.clear ? key.difference > 0 ? "up" : "down" : ""}, key.change), key.clear || key.change === "no change" ? "" : "may be chance");
    const ends = key.interval.includes("(") ? ` ${key.interval.slice(key.interval.indexOf("("))}` : "";
    return make("div", {"data-column": key.column, "data-of": key.of, "data-estimate": key.estimate, "data-low": key.low, "data-high": key.high, "data-games": key.n},
      make("b", {}, key.value), make("span", {}, `${key.meaning}${key.fair ? ` (${key.fair})` : ""}`), make("span", {class: "ends"}, ends ? `95 % interval${ends}` : ""), was);
  }));
  const first = said.keys[0];
  at("strip").firstChild.textContent = first?.value ?? "";
  at("strip").lastChild.textContent = first ? first.change ?? first.meaning : "";
  at("charts").hidden = !said.charts.length;
  at("charts").replaceChildren(...said.charts.map(chart));
}

const SVG = "http://www.w3.org/2000/svg";
function draw(tag, attributes, words) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (words !== undefined) made.textContent = words;
  return made;
}

function chart(own) {
  const wide = 480, high = 150, foot = 20, top = 24, count = own.now.length;
  const most = Math.max(...own.now, ...(own.before ?? [0]));
  const step = wide / count, y = share => top + (high - top) * (1 - share / (most || 1));
  const percent = share => `${(100 * share).toFixed(1)} %`;
  const picture = draw("svg", {viewBox: `0 0 ${wide} ${high + foot}`, role: "img"});
  own.now.forEach((share, i) => {
    const bar = draw("rect", {class: "bar-now", x: i * step + step * 0.08, width: step * 0.84, y: y(share), height: Math.max(0, high - y(share))});
    bar.append(draw("title", {}, `${own.names[i]}: ${percent(share)} of games${own.before ? `, ${data.called} ${percent(own.before[i])}` : ""}`));
    picture.append(bar);
  });
  if (own.before) {
    const path = own.before.map((share, i) => `${i ? "L" : "M"}${i * step} ${y(share)}H${(i + 1) * step}`).join("");
    picture.append(draw("path", {class: "bar-before", d: path}));
  }
  picture.append(draw("line", {class: "axis", x1: 0, x2: wide, y1: high, y2: high}));
  const every = Math.ceil(count / 10);
  for (let i = 0; i < count; i += every) picture.append(draw("text", {x: (i + 0.5) * step, y: high + 15, "text-anchor": "middle"}, own.begins[i]));
  const peak = own.now.indexOf(Math.max(...own.now));
  picture.append(draw("text", {x: wide, y: 10, "text-anchor": "end"}, `highest: ${percent(most)} of games`));
  picture.setAttribute("aria-label", `${own.title}, share of games: most often ${own.names[peak]}, in ${percent(own.now[peak])}`);
  return make("figure", {}, make("figcaption", {}, make("b", {}, own.title), " (", make("span", {class: "swatch"}), "now",
    ...(own.before ? [", ", make("span", {class: "swatch before"}), data.called] : []), ")"), picture);
}

function effects(said) {
  for (const [name, {line, note}] of rules) {
    const idle = said.idle[name], standing = said.standing[name];
    line.classList.toggle("idle", Boolean(idle));
    note.textContent = idle ?? (standing ? `Now: ${standing}.` : "");
    note.hidden = !note.textContent;
  }
  for (const group of document.querySelectorAll("#form details[data-group]")) {
    const own = [...group.querySelectorAll(".rule[data-rule]")].map(line => said.idle[line.dataset.rule] ?? "");
    const all = group.querySelector(":scope > .note");
    if (!all) continue;
    const isOne = own.length > 1 && own[0] && own.every(words => words === own[0]);
    all.hidden = !isOne;
    all.textContent = isOne ? own[0].replace(/^It has/, "These rules have") : "";
    if (isOne) for (const note of group.querySelectorAll(".rule > .note")) note.hidden = true;
  }
}

function results(rows) {
  at("results").classList.toggle("alone", !rows.some(row => row.before));
  at("results").replaceChildren(...rows.map(row => make("tr", {class: row.clear ? "clear" : "", title: row.meaning},
    make("td", {}, row.of ? `${row.of}: ${row.name}` : row.name), ...[row.value, row.before, row.change].map(words => make("td", {class: "number"}, words)))));
}

function history() {
  const now = asked(), several = new Set(data.tried.map(row => row.measure)).size > 1;
  at("tried").replaceChildren(...data.tried.map(row => make("tr", {"aria-current": same(row.form, now) ? "true" : null},
    make("td", {}, make("button", {type: "button", title: "Go back to this setting", onclick: () => goBack(row.form)}, row.rules)),
    make("td", {}, row.players), make("td", {class: "number"}, row.result, several ? make("small", {}, row.measure) : null), make("td", {class: "number"}, row.change),
    make("td", {class: "number"}, row.games.toLocaleString("en")))));
}

function goBack(form) {
  setForm(form);
  changed();
}

function setForm(form) {
  Object.assign(wanted, copy({seats: form.seats, games: form.games, seed: form.seed}));
  isSame = wanted.seats.every(seat => same(seat, wanted.seats[0]));
  for (const [name, rule] of rules) rule.set(name in form.rules ? copy(form.rules[name]) : rule.own.value);
  at("games").value = wanted.games;
  at("seed").value = wanted.seed;
  drawSeats();
}

// ---- to keep it --------------------------------------------------------------------------------------------

const notAnswering = problem => `simkit does not answer (${problem.message})`;

function hideYaml() { at("copied").hidden = true; at("said").replaceChildren(); }

const COPIED = {
  yaml: "Copied. Save it as idea.yaml; `simkit run idea.yaml` comes to the same numbers.",
  command: "Copied. It is for the file that \"as YAML\" copies.",
  python: "Copied. It comes to the same numbers.",
};

// Shows a copy, in the clipboard too where the browser lets it.
async function copied(as, ask, pre, box, words) {
  try {
    const said = await ask();
    if (said.complaints) { words.textContent = said.complaints.map(one => one.says).join("; "); return said; }
    pre.textContent = said[as];
    box.hidden = false;
    try {
      await navigator.clipboard.writeText(said[as]);
      words.textContent = as === "yaml" && said.hint ? `Copied. ${said.hint}` : COPIED[as];
    } catch {
      words.textContent = "Copy it from below.";
    }
    return said;
  } catch (problem) { words.textContent = notAnswering(problem); }
  return {};
}

function links(said) {
  return [...said.files.map(file => make("a", {href: `report/${said.number}/${file}`, target: "_blank", rel: "noopener"}, file.endsWith(".pdf") ? "as PDF" : "Open the report")).flatMap(link => [link, " "]), `in ${said.path}`];
}

for (const button of document.querySelectorAll("button[data-as]"))
  button.addEventListener("click", async () => {
    const said = await copied(button.dataset.as, () => told("copy", asked()), at("yaml"), at("copied"), at("said"));
    if (said.complaints) wrong(said.complaints);
  });

at("report").addEventListener("click", async () => {
  at("report").disabled = true;
  try {
    for await (const said of lines(await post("report"))) {
      if (said.state === "wrong") { wrong(said.complaints); at("said").textContent = "no report"; }
      else if (said.state === "writing") { if (at("said").textContent !== said.words) at("said").textContent = said.words; }
      else if (said.state === "written") at("said").replaceChildren(...links(said));
    }
  } catch (problem) { at("said").textContent = notAnswering(problem); }
  at("report").disabled = false;
});

// ---- kept settings -----------------------------------------------------------------------------------------

function keptRows() {
  at("kept").replaceChildren(...data.kept.map(row => make("li", {},
    make("button", {type: "button", class: "name", title: "Go back to this setting", disabled: isReading, onclick: () => goBack(row.form)}, row.name),
    make("span", {}, `${row.rules}; ${row.players}`),
    make("button", {type: "button", class: "drop", "aria-label": `Remove ${row.name}`, onclick: () => change("drop", {name: row.name}, `${row.name} is removed.`)}, "Remove"))));
  at("others").replaceChildren(...[...data.kept.map(row => row.name), ...data.runs].map(name => make("option", {value: name})));
}

async function change(path, body, words) {
  try {
    const said = await told(path, body);
    if (said.kept) { data.kept = said.kept; keptRows(); }
    at("kept-said").textContent = said.complaints ? said.complaints.map(one => one.says).join("; ") : words;
    return !said.complaints;
  } catch (problem) { at("kept-said").textContent = notAnswering(problem); }
  return false;
}

async function keep() {
  const name = at("keep-name").value.trim();
  if (!name) { at("kept-said").textContent = "Type a name first."; at("keep-name").focus(); return; }
  if (await change("keep", {name, form: asked()}, `Kept as ${name}; it is there the next time, too.`)) at("keep-name").value = "";
}

at("keep").addEventListener("click", keep);
at("keep-name").addEventListener("keydown", event => { if (event.key === "Enter") keep(); });
at("link").addEventListener("click", async () => {
  const address = new URL(data.link, location.href).href;
  try { await navigator.clipboard.writeText(address); at("kept-said").textContent = `Copied: ${address}`; } catch { at("kept-said").textContent = address; }
});

// ---- cards: what is asked about the setting ----------------------------------------------------------------

const cards = new Map();

function fieldOf(own, card, tell) {
  const id = `${card}-${own.name}`, means = `${id}-means`;
  const problem = make("p", {class: "problem", hidden: true, id: `${id}-problem`});
  const described = {id, "aria-describedby": `${means} ${id}-problem`, "data-field": own.name};
  let box;
  if (own.kind === "choice") box = make("select", described, ...own.options.map(word => make("option", {value: word, selected: word === own.value}, word || "by its number")));
  else if (own.kind === "switch") { box = make("input", {type: "checkbox", ...described}); box.checked = own.value; }
  else if (own.kind === "number") box = make("input", {type: "number", min: own.low, max: own.high, step: own.whole ? 1 : "any", value: own.value ?? "", placeholder: own.value === null ? "..." : null, ...described});
  else box = make("input", {type: "text", value: own.value ?? "", maxlength: own.most, spellcheck: "false", placeholder: own.example || null, list: own.name === "other" ? "others" : null, ...described});
  let touched = false;
  box.addEventListener("input", () => { touched = true; problem.hidden = true; box.removeAttribute("aria-invalid"); tell(); });
  const isTick = own.kind === "switch";
  const line = make("div", {class: own.kind === "words" ? "field wide" : "field"},
    isTick ? make("label", {class: "tick", for: id}, box, own.label) : make("label", {for: id}, own.label), isTick ? null : box,
    make("p", {class: "means", id: means}, `${own.meaning.slice(0, 1).toUpperCase()}${own.meaning.slice(1)}`), problem);
  return {
    own, line, box,
    get value() { return isTick ? box.checked : own.kind === "number" ? (box.value === "" ? null : Number(box.value)) : box.value.trim(); },
    get isGiven() { return own.kind === "number" ? box.value !== "" && (own.value !== null || touched) : isTick || own.kind === "choice" || box.value.trim() !== ""; },
    set(value) { if (isTick) box.checked = value; else box.value = value ?? ""; touched = true; },
    propose(value) { if (!touched || box.value === "") { box.value = value; touched = false; } },
    complain(words) { problem.textContent = words; problem.hidden = false; box.setAttribute("aria-invalid", "true"); },
    clear() { problem.hidden = true; box.removeAttribute("aria-invalid"); },
  };
}

function cardOf(own) {
  let running = null, soon = 0, standing = null;
  const fields = own.fields.map(field => fieldOf(field, own.name, () => cost(400)));
  const short = make("span", {class: "short"}, own.summary);
  const price = make("p", {class: "cost", id: `${own.name}-cost`});
  const start = make("button", {type: "button", class: "main start", "aria-describedby": price.id}, "Ask");
  const stop = make("button", {type: "button", class: "stop", hidden: true}, "Stop");
  const bar = make("progress", {max: 1, value: 0, "aria-label": `${own.heading}: how much is played`, hidden: true});
  const state = make("span", {class: "how-far"});
  const announced = make("p", {class: "unseen", role: "status"});
  const found = make("div", {class: "found"});
  const stands = make("p", {class: "stands", hidden: true});
  const words = make("p", {role: "status"});
  const pre = make("pre"), box = make("div", {class: "scroll", role: "group", tabindex: 0, "aria-label": `Copied: ${own.heading}`, hidden: true}, pre);
  const copies = [["yaml", "Copy as YAML"], ["command", "as a command"], ["python", "as Python"]].map(([as, label]) =>
    make("button", {type: "button", "data-copy": as, onclick: () => copied(as, () => told("card/copy", {card: own.name}), pre, box, words)}, label));
  const write = make("button", {type: "button", class: "write", onclick: writeReport}, "Write the report");
  const keeps = make("div", {class: "deeds keeps", hidden: true}, ...copies, write, words, box);
  const card = make("details", {class: "card", "data-card": own.name},
    make("summary", {}, make("h3", {}, own.heading), short),
    make("div", {class: "inside"}, make("p", {class: "about"}, own.summary), make("div", {class: "fields"}, ...fields.map(field => field.line)), price,
      make("div", {class: "deeds"}, start, stop), make("div", {class: "state"}, bar, state), announced, found, stands, keeps));
  card.addEventListener("toggle", () => cost(0));
  start.addEventListener("click", ask);
  stop.addEventListener("click", () => { running?.abort(); });

  const given = () => Object.fromEntries(fields.filter(field => field.isGiven).map(field => [field.own.name, field.value]));

  function cost(wait) {
    if (!card.open || isReading || running) return;
    clearTimeout(soon);
    soon = setTimeout(async () => {
      try {
        const said = await told("cost", {form: asked(), card: own.name, parameters: given()});
        if (running) return;
        const missing = (said.complaints ?? []).filter(one => !complain(one));
        price.textContent = said.says ?? missing.map(one => one.says).join("; ");
        if (said.games) fields.find(field => field.own.name === "games")?.propose(said.games);
      } catch (problem) { price.textContent = notAnswering(problem); }
    }, wait);
  }

  // Returns whether the complaint stands beside a field; of one that is empty it does only once it was asked.
  function complain(one, isAsked = false) {
    const field = fields.find(each => each.own.name === one.field);
    if (!field || (!isAsked && !field.isGiven)) return false;
    field.complain(one.says);
    return true;
  }

  async function ask() {
    if (running) return;
    const request = running = new AbortController();
    for (const field of fields) field.clear();
    start.disabled = true;
    stop.hidden = false;
    bar.hidden = false;
    bar.removeAttribute("value");
    state.textContent = "begins ...";
    stop.focus();
    let last = "";
    try {
      const form = asked(), parameters = Object.fromEntries(fields.filter(field => field.isGiven || (field.own.kind === "number" && field.value !== null)).map(field => [field.own.name, field.value]));
      const answer = await post("ask", request.signal, {form, card: own.name, parameters});
      if (!answer.ok) throw new Error(await answer.text());
      for await (const said of lines(answer)) {
        last = said.state;
        take(said, form);
      }
      if (!["done", "wrong", "cancelled"].includes(last)) throw new Error("the answer broke off");
    } catch (problem) {
      last = "stopped";
      state.textContent = problem.name === "AbortError" ? (standing ? "Stopped; what stands here is what was found so far." : "Stopped.") : notAnswering(problem);
    }
    running = null;
    start.disabled = false;
    if (document.activeElement === stop || document.activeElement === document.body) start.focus();
    stop.hidden = true;
    bar.hidden = true;
    announced.textContent = last === "done" ? `${own.heading} ${standing.said.sentence}` : state.textContent;
    cost(0);
    card.dataset.ended = last;
    card.dataset.answers = String(Number(card.dataset.answers ?? 0) + 1);
  }

  function take(said, form) {
    if (said.state === "asking") {
      if (said.of) bar.value = said.done / said.of; else bar.removeAttribute("value");
      state.textContent = `${said.words}${said.of ? `, ${said.done.toLocaleString("en")} of ${said.of.toLocaleString("en")}` : ""} (${said.seconds.toFixed(0)} s)`;
    } else if (said.state === "wrong") {
      const rest = said.complaints.filter(one => !complain(one, true));
      state.textContent = rest.length ? rest.map(one => one.says).join("; ") : "Not asked: see above.";
      fields.find(field => field.box.hasAttribute("aria-invalid"))?.box.focus();
    } else if (said.state === "cancelled") state.textContent = "Stopped.";
    else show(said, form);
  }

  function show(said, form) {
    standing = {said, form};
    found.innerHTML = said.html;  // made by simkit's templates, in which all words are words
    for (const lines of found.querySelectorAll("pre")) {  // it is long, and scrolled
      for (const [name, value] of Object.entries({tabindex: 0, role: "group", "aria-label": "Move by move"})) lines.setAttribute(name, value);
    }
    if (said.changes.length && !isReading) found.append(make("div", {class: "deeds"}, ...said.changes.map(one =>
      make("button", {type: "button", class: "try", onclick: () => goBack({...form, rules: {...form.rules, ...one.rules}})}, `Try ${one.words}`))));
    short.textContent = said.sentence;
    if (said.state === "done") state.textContent = `answered in ${said.seconds.toFixed(1)} s`;
    keeps.hidden = false;
    box.hidden = true;
    words.replaceChildren();
    age();
  }

  function age() {
    if (!standing) return;
    const now = isReading ? data.now.form : asked();
    const isOther = !same({...standing.form, games: 0}, {...now, games: 0});
    const {about, games, of} = standing.said;
    const part = standing.said.state === "found" ? `With ${games.toLocaleString("en")} of ${of.toLocaleString("en")} games so far. ` : "";
    stands.textContent = part + (isOther ? `This is about another setting than the one above: ${about}.` : `About: ${about}.`);
    stands.classList.toggle("other", isOther);
    stands.hidden = false;
  }

  async function writeReport() {
    write.disabled = true;
    words.textContent = "writing the report ...";
    try {
      const said = await told("card/report", {card: own.name});
      words.replaceChildren(...(said.complaints ? said.complaints.map(one => one.says) : links(said)));
    } catch (problem) { words.textContent = notAnswering(problem); }
    write.disabled = false;
  }

  function restore(kept) {
    for (const field of fields) if (field.own.name in kept.parameters) field.set(kept.parameters[field.own.name]);
    if (kept.said.html !== undefined && !same(standing?.said, kept.said)) show(kept.said, kept.form);
  }

  cards.set(own.name, {card, settingChanged: age, settingPlayed: () => cost(0), restore});
  return card;
}

// ---- to look at only ---------------------------------------------------------------------------------------

function restoreCards() {
  for (const [name, kept] of Object.entries(data.standing)) cards.get(name)?.restore(kept);
}

function follow() {
  for (const one of document.querySelectorAll("#form input,#form select,#form button:not(#find),#tried button")) if (one.id !== "find" && one.id !== "only") one.disabled = true;
}

async function look() {
  let changes = null;
  for (;;) {
    try {
      const answer = await fetch(`state${changes === null ? "" : `?since=${changes}`}`, {cache: "no-store"});
      if (!answer.ok) throw new Error(await answer.text());
      const news = await answer.json();
      if (news.changes !== changes) {
        changes = news.changes;
        Object.assign(data, news);
        if (news.now.form) {
          setForm(news.now.form);
          const said = news.now.said;
          if (said.state === "done") { progress(said, `${said.games.toLocaleString("en")} games`); show(said); effects(said); results(said.results); }
          else { progress(said, `${said.games.toLocaleString("en")} of ${said.of.toLocaleString("en")} games ...`); show(said); }
        }
        history();
        keptRows();
        restoreCards();
        follow();
        document.body.dataset.done = String(++number);
      }
    } catch (problem) { at("state").textContent = `simkit does not answer; is it still running? (${problem.message})`; }
    await new Promise(done => setTimeout(done, 700));
  }
}

// ---- the page ----------------------------------------------------------------------------------------------

function sift() {
  const words = at("find").value.trim().toLowerCase(), only = at("only").checked;
  for (const group of document.querySelectorAll("#form details[data-group]")) {
    let some = 0;
    for (const line of group.querySelectorAll(".rule[data-rule]")) {
      const fits = line.textContent.toLowerCase().includes(words) && (!only || line.classList.contains("changed"));
      line.hidden = !fits;
      some += fits;
    }
    const isOfRules = !group.hasAttribute("data-players");
    group.hidden = isOfRules ? !some : words !== "";
    if (isOfRules && (words || only)) group.open = true;
  }
}

at("find").addEventListener("input", sift);
at("only").addEventListener("change", sift);
at("reset").addEventListener("click", () => { for (const rule of rules.values()) rule.set(rule.own.value); changed(); sift(); });
at("form").addEventListener("submit", event => event.preventDefault());

at("form").append(make("details", {open: true, "data-group": "players", "data-players": true}, make("summary", {}, "Players"), seats));
data.groups.forEach((group, i) => {
  const own = make("details", {open: i < 2, "data-group": group.heading}, make("summary", {}, group.heading, make("span", {class: "count"})), make("p", {class: "note", hidden: true}), ...group.rules.map(ruleOf));
  at("form").append(own);
  counted(own);
});
at("form").append(make("details", {open: false, "data-group": "games", "data-players": true}, make("summary", {}, "Games and seed"), games()));
at("cards").append(...data.cards.map(cardOf), make("datalist", {id: "others"}));
drawSeats();
if (data.now.form) setForm(data.now.form);
keptRows();
history();
if (isReading) look();
else {
  restoreCards();
  changed();
}
})();
