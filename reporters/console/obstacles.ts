import type { Report } from '../../kit/report/report.ts'
import { grouped } from '../views/grouping.ts'
import { printable } from '../views/printable.ts'
import { type Obstacle, obstaclesOf } from '../views/unexercised/obstacles.ts'
import type { Paint } from './text/paint.ts'
import { wrapped } from './text/wrapped.ts'

const WIDTH = 100

/** More ids than these would stand between a reader and what to do. */
const FEW = 8

/** So many that wait for one thing, each for a reason of its own, name it once. */
const SEVERAL = 3

/** Every must that keeps a certification from its certificate, by what it waits for; of many what brings them comes first. */
export function obstacleLines(report: Report, paint: Paint): string[] {
  const byStep = [...grouped(obstaclesOf(report), ({ step }) => step).values()]
  return byStep.flatMap((each) =>
    each.length < SEVERAL ? each.flatMap((one) => linesOf(one, paint)) : linesOfSeveral(each, paint),
  )
}

function linesOf({ reason, step, members }: Obstacle, paint: Paint): string[] {
  const ids = wrapped(idsOf(members), WIDTH)
  const steps = stepLines(step, paint)
  return members.length > FEW
    ? [
        `  ${paint('bold', `${members.length} musts`)}: ${printable(reason)}`,
        ...steps,
        ...ids.map((line) => `      ${line}`),
      ]
    : [...ids.map((line) => `  ${paint('bold', line)}`), `      ${printable(reason)}`, ...steps]
}

function linesOfSeveral(obstacles: readonly Obstacle[], paint: Paint): string[] {
  const many = obstacles.reduce((sum, { members }) => sum + members.length, 0)
  return [
    `  ${paint('bold', `${many} musts`)}, for ${obstacles.length} reasons`,
    ...stepLines(obstacles[0]?.step ?? '', paint),
    ...obstacles.flatMap(({ reason, members }) => [
      `      ${printable(reason)}`,
      ...wrapped(idsOf(members), WIDTH).map((line) => `        ${line}`),
    ]),
  ]
}

const idsOf = (members: Obstacle['members']): readonly string[] => members.map(({ id }) => id)

const stepLines = (step: string, paint: Paint): string[] =>
  step.split('\n').map((line, index) => paint('cyan', `      ${index === 0 ? '' : '  '}${printable(line)}`))
