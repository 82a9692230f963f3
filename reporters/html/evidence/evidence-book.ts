import type { ReportedDelivery, ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { placeOf } from '../../../kit/webhooks/inbox-name.ts'
import { commandsOf } from '../../views/evidence/commands.ts'
import { TROUBLES } from '../../views/verdict-words.ts'
import { html, type Markup } from '../markup.ts'
import { timeline } from '../pictures/delivery-timeline.ts'
import { command, deliveryBlock, type EvidenceOptions, exchangeBlock, lackingNote, MOST } from './message-blocks.ts'

/** Characters of evidence in the cards, and in the list of all: a page is to open in a moment whatever the run was. */
const MOST_IN_CARDS = 800_000
const MOST_IN_LIST = 1_000_000
/** Messages that a card shows; the first one open. */
const SHOWN = 3

/** The evidence of a report as a page shows it: in the cards of those who need it, and once more in a list that links lead to. */
export class EvidenceBook {
  readonly #report: Report
  readonly #exchanges: ReadonlyMap<string, ReportedExchange>
  readonly #deliveries: ReadonlyMap<string, ReportedDelivery>
  readonly #listed: ReadonlyMap<string, Markup>
  readonly #commandsShown: string[] = []
  #inCards = 0

  constructor(report: Report) {
    this.#report = report
    this.#exchanges = new Map(report.exchanges.map((each) => [each.id, each]))
    this.#deliveries = new Map(report.deliveries.map((each) => [each.id, each]))
    this.#listed = this.#list()
  }

  /** Lines of the commands that stand beside findings so far. */
  get commands(): readonly string[] {
    return this.#commandsShown
  }

  /** Leads to the message where the page has it. */
  link(id: string): Markup {
    return this.#listed.has(id) ? html`<a class="ref" href="#${id}">${id}</a>` : html`<span class="ref">${id}</span>`
  }

  links(ids: readonly string[]): Markup | undefined {
    return ids.length === 0 ? undefined : html`<span class="links">${ids.map((id) => [this.link(id), ' '])}</span>`
  }

  /** The messages that a judgement stands on, with the picture of the attempts where they are webhooks. */
  shown(ids: readonly string[]): Markup {
    const blocks = ids.slice(0, SHOWN).map((id, index) => this.#block(id, { open: index === 0 }))
    const commands = this.#commands(ids)
    const size = [commands, ...blocks].reduce((sum, block) => sum + (block?.source.length ?? 0), 0)
    if (this.#inCards + size > MOST_IN_CARDS) return html`<p class="more">Evidence: ${this.links(ids)}</p>`
    this.#inCards += size
    const more = ids.slice(SHOWN)
    return html`${this.#attempts(ids)}${commands}${blocks}${more.length > 0 ? html`<p class="more">More evidence: ${this.links(more)}</p>` : undefined}`
  }

  /** Where the first request shows something with others only, what sends them as the run did. */
  #commands(ids: readonly string[]): Markup | undefined {
    const main = this.#exchanges.get(ids[0] ?? '')
    if (main === undefined) return undefined
    const { lines, note, lacking } = commandsOf(this.#report, main, ids, MOST)
    this.#commandsShown.push(...lines)
    const told = note === undefined ? undefined : html`<p class="note">${note}</p>`
    // The command of the request itself stands in its block.
    return lines.length === 1 && lines[0] === main.curl
      ? told
      : html`<p class="note">As the run sent them:</p>${command(lines.join('\n'))}${told}${lackingNote(lacking)}`
  }

  /** Every message of the run, in the order in which it was known, as far as the page has room. */
  list(): Markup {
    const all = [...this.#exchanges.keys(), ...this.#deliveries.keys()]
    const blocks = all.map((id) => this.#listed.get(id)).filter((block) => block !== undefined)
    const left = all.length - blocks.length
    return html`${left > 0 ? html`<p class="note">${left} more messages, which no finding stands on, are in the JSON report.</p>` : undefined}${blocks}`
  }

  #block(id: string, options: Pick<EvidenceOptions, 'open' | 'anchor'>): Markup | undefined {
    const exchange = this.#exchanges.get(id)
    const delivery = this.#deliveries.get(id)
    const whole = { ...options, startedAt: Date.parse(this.#report.run.startedAt) }
    if (exchange !== undefined) return exchangeBlock(exchange, whole)
    return delivery === undefined ? undefined : deliveryBlock(delivery, whole)
  }

  /** Messages by id, those that findings stand on first; those that do not fit are left out. */
  #list(): ReadonlyMap<string, Markup> {
    const { requirements, observations } = this.#report
    const troubles = requirements.filter(({ verdict }) => TROUBLES.includes(verdict))
    const ids = new Set([
      ...troubles.flatMap(({ judgements }) => judgements.flatMap(({ evidence }) => evidence)),
      ...observations.flatMap(({ evidence }) => evidence),
      ...this.#deliveries.keys(),
      ...this.#exchanges.keys(),
    ])
    const listed = new Map<string, Markup>()
    let size = 0
    for (const id of ids) {
      const block = this.#block(id, { open: false, anchor: id })
      if (block === undefined || size + block.source.length > MOST_IN_LIST) continue
      size += block.source.length
      listed.set(id, block)
    }
    return listed
  }

  #attempts(ids: readonly string[]): Markup[] {
    const named = ids.map((id) => this.#deliveries.get(id)).filter((each) => each !== undefined)
    const inboxes = [...new Set(named.map(({ inbox }) => inbox))].slice(0, SHOWN)
    return inboxes.map((inbox) => {
      const events = new Set(named.filter((each) => each.inbox === inbox).map(({ identity }) => identity))
      const attempts = this.#report.deliveries.filter((each) => each.inbox === inbox && events.has(each.identity))
      // One mark on an axis says nothing.
      if (attempts.length < 2) return html``
      return html`<figure class="attempts"><figcaption>Attempts to ${placeOf(inbox)}</figcaption>${timeline(inbox, attempts, this.#report.target.timeScale)}</figure>`
    })
  }
}
