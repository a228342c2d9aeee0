// Players of an event: who plays next, who comes late, who may not meet.

import { h } from "./dom.js";
import { points } from "./parts.js";

/** What the arbiter enters of somebody in the next round. */
const CHOICES = [["", "plays"], ["H", "half-point bye"], ["F", "full-point bye"], ["Z", "absent"], ["out", "withdrawn"]];

/** Whether the last round has been paired. */
export const isOver = ({ event: { rounds_paired: paired, rounds_total: total } }) => total !== null && paired >= total;

export function peopleForms(state, carryOut) {
  const next = state.event.rounds_paired + 1;
  const over = isOver(state);
  return h("div", {}, players(state, next, over, carryOut), over ? null : late(carryOut), over ? null : bans(state, carryOut));
}

function chosen({ gone_from: from, next }) {
  if (from !== null) return "out";
  return { "half-point": "H", "full-point": "F", "zero-point": "Z", absent: "Z" }[next] ?? "";
}

/** Who takes part in the next round, as a list to choose from; `steps` has what is entered then. */
export function takesPart(one, next, { attend, leave, bye }, carryOut) {
  const was = chosen(one);
  const select = h("select", { "aria-label": `${one.name} in round ${next}` },
    ...CHOICES.map(([value, words]) => h("option", { value, selected: value === was }, words)));
  select.onchange = async () => {
    const { value } = select;
    if (was !== "" && !(await carryOut(attend(was === "out"))) && value !== "") return;
    if (value === "out") await carryOut(leave());
    else if (value !== "") await carryOut(bye(value));
  };
  return select;
}

/** A list of who may not meet, each a `group` of numbers, to be lifted one by one, and a form for two more; `steps` has the names of both. */
export function banForm(who, list, bans, steps, carryOut) {
  const names = new Map(list.map(({ number, name }) => [number, name]));
  const carry = (step, group) => carryOut({ step, groups: [group] });

  const number = (label) => h("input", { type: "number", min: 1, max: 9999, required: true, "aria-label": label });
  const [first, second] = [number(`Number of one ${who}`), number(`Number of the other ${who}`)];
  const submit = (event) => {
    event.preventDefault();
    carry(steps.forbid, [Number(first.value), Number(second.value)]);
  };
  const items = bans.map(({ group, soft }) =>
    h("li", {}, `${group.map((each) => `${each} ${names.get(each)}`).join(", ")}${soft ? " (soft)" : ""} `,
      h("button", { type: "button", class: "quiet", onclick: () => carry(steps.allow, group) }, "Lift the ban")));
  const title = `${who[0].toUpperCase()}${who.slice(1)}s who may not meet`;
  return h("details", { id: "bans" }, h("summary", {}, items.length > 0 ? `${title} (${items.length})` : title),
    items.length > 0 && h("ul", {}, ...items),
    h("form", { class: "ask", onsubmit: submit }, first, h("span", {}, "and"), second, h("button", { type: "submit" }, "Forbid")));
}

function players(state, next, over, carryOut) {
  const body = h("tbody");
  const details = h("details", { id: "players" },
    h("summary", {}, `${state.players.length} players${over ? "" : `, and who plays in round ${next}`}`),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Players" },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "num" }, "No"), h("th", { scope: "col" }, "Name"),
        h("th", { scope: "col", class: "num" }, "Points"), over ? null : h("th", { scope: "col" }, `Round ${next}`))), body)));
  // Many players: their rows are made when somebody looks.
  details.addEventListener("toggle", () => {
    if (details.open && body.childElementCount === 0) body.append(...state.players.map((player) => line(player, next, over, carryOut)));
  });
  return details;
}

function line(player, next, over, carryOut) {
  const of = { players: [player.number], round: next };
  const steps = {
    attend: (later) => ({ step: "attend", ...of, later }),
    leave: () => ({ step: "withdraw", ...of }),
    bye: (kind) => ({ step: "bye", ...of, kind }),
  };
  return h("tr", {},
    h("td", { class: "num" }, `${player.number}`),
    h("td", {}, player.title && h("span", { class: "title" }, `${player.title} `), h("span", { class: "player" }, player.name),
      player.rating ? h("span", { class: "rating" }, ` ${player.rating}`) : null),
    h("td", { class: "num" }, points(player.points)),
    over ? null : h("td", {}, takesPart(player, next, steps, carryOut)));
}

function late(carryOut) {
  const field = (label, attributes = {}) => h("input", { type: "text", "aria-label": label, placeholder: label, ...attributes });
  const [name, rating, title, federation] = [field("Name", { required: true, size: 24 }), field("Rating", { inputmode: "numeric", size: 6, pattern: "[0-9]{1,4}" }),
    field("Title", { size: 4 }), field("Federation", { size: 6 })];
  const add = (submit) => {
    submit.preventDefault();
    const player = { name: name.value.trim() };
    if (rating.value.trim()) player.rating = Number(rating.value);
    if (title.value.trim()) player.title = title.value.trim();
    if (federation.value.trim()) player.federation = federation.value.trim().toUpperCase();
    carryOut({ step: "add-player", player });
  };
  return h("details", { id: "late" }, h("summary", {}, "A player who comes late"),
    h("form", { class: "ask", onsubmit: add }, name, rating, title, federation, h("button", { type: "submit" }, "Add the player")));
}

function bans({ players, bans }, carryOut) {
  const told = bans.map(({ players: group, soft }) => ({ group, soft }));
  return banForm("player", players, told, { forbid: "forbid", allow: "allow" }, carryOut);
}
