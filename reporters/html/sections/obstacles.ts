import type { Report } from '../../../kit/report/report.ts'
import { counted } from '../../views/counted.ts'
import { type Obstacle, obstaclesOf } from '../../views/unexercised/obstacles.ts'
import { command } from '../evidence/message-blocks.ts'
import { html, type Markup } from '../markup.ts'

/** Every must that keeps a certification from its certificate, by what it waits for; nothing of a run that was not made for one. */
export function obstacleSection(report: Report): Markup | undefined {
  const obstacles = obstaclesOf(report)
  if (obstacles.length === 0) return undefined
  const many = obstacles.reduce((sum, { members }) => sum + members.length, 0)
  return html`<section id="obstacles" class="part" aria-labelledby="obstacles-title"><h2 id="obstacles-title">In the way of a certificate <span class="count">${many}</span></h2>
<ul class="causes">${obstacles.map(obstacleItem)}</ul></section>`
}

function obstacleItem({ reason, step, members }: Obstacle): Markup {
  const line = members.find((each) => each.line !== undefined)?.line
  return html`<li><p class="reason">${reason}</p>${line === undefined ? html`<p class="facts">${step}</p>` : command(line)}
<details class="members"><summary>${counted(members.length, 'must')}</summary><p>${members.map(({ id }) => html`<a href="#${id}"><code>${id}</code></a> `)}</p></details></li>`
}
