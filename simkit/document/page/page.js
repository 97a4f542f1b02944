"use strict";
(() => {
  const root = document.documentElement, nav = document.querySelector("nav");
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const make = (tag, words = "", more = {}) => Object.assign(document.createElement(tag), { textContent: words }, more);
  const data = JSON.parse(document.getElementById("data").textContent);
  root.classList.add("js");

  // Copies a text; says so in `where`.
  const copy = async (text, where, said) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make("textarea", "", { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    where.textContent = said;
  };

  // Light and dark: as the system says, until the reader says otherwise.
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const theme = make("button", "", { type: "button", id: "theme" });
  const name = () => { theme.textContent = dark() ? "Light colours" : "Dark colours"; };
  theme.onclick = () => { root.dataset.theme = dark() ? "light" : "dark"; name(); };
  system.addEventListener("change", name);
  name();
  nav.append(theme);

  // Contents: the section in view is marked.
  const links = new Map(all("a", nav).map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) {
      links.forEach((link) => link.removeAttribute("aria-current"));
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "0px 0px -70% 0px" });
  all("section[id]").forEach((section) => seen.observe(section));

  // What is wider than the screen says so: in words, and by an edge that fades while there is more.
  const look = (box) => {
    box.classList.toggle("wide", box.scrollWidth > box.clientWidth + 1);
    box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  };
  const sizes = new ResizeObserver((entries) => entries.forEach((entry) => look(entry.target)));
  all(".scroll").forEach((box) => {
    sizes.observe(box);
    box.addEventListener("scroll", () => look(box), { passive: true });
  });

  // Points: what they show on hover and focus, their commands on a click.
  const tip = make("div", "", { id: "tip", hidden: true, ariaHidden: "true" });
  const asked = make("div", "", { id: "asked", hidden: true });
  asked.setAttribute("role", "dialog");
  asked.setAttribute("aria-label", "The commands of a point");
  document.body.append(tip, asked);
  const spots = all(".spots circle");
  let from = null;
  const show = (spot) => {
    const box = spot.getBoundingClientRect();
    tip.textContent = spot.getAttribute("aria-label");
    tip.hidden = false;
    const left = Math.min(box.right + 8, innerWidth - tip.offsetWidth - 8);
    const above = box.top - tip.offsetHeight - 8;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${above > 8 ? above : box.bottom + 8}px`;
  };
  const nearest = (event) => document.elementsFromPoint(event.clientX, event.clientY)
    .filter((found) => found.matches(".spots circle")).map((spot) => {
      const box = spot.getBoundingClientRect();
      return [Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY), spot];
    }).sort((a, b) => a[0] - b[0])[0][1];
  const hide = () => { tip.hidden = true; };
  const close = () => {
    asked.hidden = true;
    from?.classList.remove("asked");
    from?.focus({ preventScroll: true });
    hide();
  };
  const ask = (spot) => {
    from?.classList.remove("asked");
    from = spot;
    spot.classList.add("asked");
    const status = make("p", "", { id: "copied" });
    status.setAttribute("role", "status");
    const parts = [make("strong", spot.getAttribute("aria-label"))];
    const commands = [["The command that makes it", data.runs[spot.dataset.run]],
      ["The command that replays such a game", data.replays[spot.dataset.replay]]].filter((own) => own[1]);
    for (const [what, command] of commands) {
      const button = make("button", "Copy", { type: "button", ariaLabel: `Copy: ${what}` });
      button.onclick = () => copy(command, status, `Copied. ${what}.`);
      parts.push(make("p", what), make("pre", command), button);
    }
    const out = make("button", "Close", { type: "button", id: "close", onclick: close });
    const last = make("p");
    last.append(out);
    asked.replaceChildren(...parts, status, last);
    asked.hidden = false;
    if (commands.length) copy(commands[0][1], status, `Copied. ${commands[0][0]}.`);
    out.focus({ preventScroll: true });
  };
  for (const layer of all(".spots")) {
    const own = all("circle", layer);
    own.forEach((spot, place) => {
      const title = spot.querySelector("title");
      spot.setAttribute("aria-label", title.textContent);
      title.remove();
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", place ? "-1" : "0");
    });
    layer.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const open = own.filter((spot) => !spot.hasAttribute("hidden"));
      if (step && open.length) {
        const next = open[(open.indexOf(event.target) + step + open.length) % open.length];
        own.forEach((spot) => spot.setAttribute("tabindex", spot === next ? "0" : "-1"));
        next.focus();
      } else if (event.key === "Enter" || event.key === " ") ask(event.target);
      else return;
      event.preventDefault();
    });
    layer.addEventListener("pointermove", (event) => event.target.matches("circle") && show(nearest(event)));
    layer.addEventListener("pointerout", hide);
    layer.addEventListener("focusin", (event) => show(event.target));
    layer.addEventListener("focusout", hide);
    layer.addEventListener("click", (event) => event.target.matches("circle") && ask(nearest(event)));
  }
  addEventListener("keydown", (event) => { if (event.key === "Escape") asked.hidden ? hide() : close(); });

  // Players and scenarios: a point is hidden with its player, or when all of its scenarios are off.
  const off = new Set();
  const isOff = (spot) => off.has(`player ${spot.dataset.player}`) || data.sets[spot.dataset.set]
    .every((scenario) => data.levels[scenario].some((level, factor) => off.has(`${factor} ${level}`)));
  const groups = new Map();
  for (const spot of spots) {
    const key = spot.closest(".plot").id + " " + spot.dataset.group;
    groups.set(key, [...(groups.get(key) || []), spot]);
  }
  const drawn = [...groups.values()].map((own) => {
    const start = own[0].closest(".plot").dataset.name + "-" + own[0].dataset.group + "-";
    const parts = all("g", own[0].closest(".plot")).filter((g) => g.id.startsWith(start));
    const marks = parts.map((part) => {
      const uses = all("use", part), paths = all(":scope > path", part);
      return [uses, paths].find((some) => some.length === own.length) || [];
    });
    return [own, parts, marks];
  });
  const apply = () => {
    for (const [own, parts, marks] of drawn) {
      const hidden = own.map(isOff);
      own.forEach((spot, place) => {
        spot.toggleAttribute("hidden", hidden[place]);
        marks.forEach((some) => some[place]?.toggleAttribute("hidden", hidden[place]));
      });
      parts.forEach((part) => part.toggleAttribute("hidden", hidden.every(Boolean)));
    }
  };
  const panel = make("details", "", { className: "switches", open: innerWidth >= 1100 });
  panel.append(make("summary", "Show in all figures"));
  const group = (heading, levels, key) => {
    const box = make("fieldset"), inputs = [];
    box.append(make("legend", heading));
    levels.forEach((level, place) => {
      const label = make("label"), input = make("input", "", { type: "checkbox", checked: true });
      input.onchange = () => { off[input.checked ? "delete" : "add"](key(level, place)); apply(); };
      label.append(input, make("span", level, { dir: "auto" }));
      inputs.push(input);
      box.append(label);
    });
    const every = make("button", "All or none", { type: "button", ariaLabel: `All or none: ${heading}` });
    every.onclick = () => {
      const on = inputs.some((input) => !input.checked);
      inputs.forEach((input) => { input.checked = on; input.onchange(); });
    };
    box.append(every);
    panel.append(box);
  };
  if (data.players.length) group("Players", data.players, (player, place) => `player ${place}`);
  data.factors.forEach(([heading, levels], factor) => group(heading, levels, (level, place) => `${factor} ${place}`));
  if (spots.length && panel.children.length > 1) nav.append(panel);

  // Tables: sort by a heading, filter rows, copy as CSV.
  const number = (words) => {
    const found = words.replace(/\u2212/g, "-").replace(/,(?=\d{3})/g, "").match(/^[+\s]*(-?\d+(\.\d+)?)/);
    return found ? parseFloat(found[1]) : NaN;
  };
  const order = (a, b) => {
    const x = number(a), y = number(b);
    if (!isNaN(x) && !isNaN(y) && x !== y) return x - y;
    if (isNaN(x) !== isNaN(y)) return isNaN(x) ? 1 : -1;
    return a.localeCompare(b, "en", { numeric: true });
  };
  // A spreadsheet takes what begins like this for a formula; numbers with a sign, and intervals, are none.
  const isFormula = (words) => /^[=+\-@\t\r]/.test(words) && !/^[+-][\d.,]+[*%]?( (to|[\d.,%±()+-]+))*$/.test(words);
  const asText = (words) => (isFormula(words) ? `'${words}` : words);
  const quoted = (words) => (/[",\n]/.test(words) ? `"${words.replace(/"/g, '""')}"` : words);
  for (const table of all("table")) {
    const body = table.tBodies[0], first = [...body.rows], heads = [...table.tHead.rows[0].cells];
    if (first.length < 2) continue;
    const words = (row) => [...row.cells].map((cell) => cell.textContent);
    heads.forEach((head, place) => {
      const button = make("button", head.textContent, { type: "button" });
      button.onclick = () => {
        const now = { none: "ascending", ascending: "descending" }[head.getAttribute("aria-sort") || "none"];
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        if (!now) return body.append(...first);
        head.setAttribute("aria-sort", now);
        const sign = now === "ascending" ? 1 : -1;
        const rows = first.map((row) => [words(row)[place], row]);
        body.append(...rows.sort((a, b) => sign * order(a[0], b[0])).map((own) => own[1]));
      };
      head.replaceChildren(button);
    });
    const tools = make("div", "", { className: "tools" }), status = make("span");
    const filter = make("input", "", { type: "search", placeholder: "Filter rows" });
    filter.setAttribute("aria-label", `Filter rows: ${table.dataset.name}`);
    filter.oninput = () => {
      const wanted = filter.value.toLowerCase().split(/\s+/);
      first.forEach((row) => {
        const text = words(row).join(" ").replace(/\s+/g, " ").toLowerCase();
        row.hidden = !wanted.every((word) => text.includes(word));
      });
      status.textContent = filter.value ? `${first.filter((row) => !row.hidden).length} of ${first.length} rows` : "";
    };
    const csv = make("button", "Copy as CSV", { type: "button" });
    csv.setAttribute("aria-label", `Copy as CSV: ${table.dataset.name}`);
    csv.onclick = () => {
      const rows = [...body.rows].filter((row) => !row.hidden).map(words);
      const lines = [heads.map((head) => head.textContent), ...rows];
      copy(lines.map((line) => line.map((cell) => quoted(asText(cell.replace(/\u00a0/g, " ")))).join(",")).join("\n") + "\n",
        status, `Copied ${rows.length} rows.`);
    };
    status.setAttribute("role", "status");
    tools.append(filter, csv, status);
    table.closest(".scroll").before(tools);
  }
})();
