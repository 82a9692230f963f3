import type { Naming } from './course.ts'
import type { OtpScenario } from './otp-scenario.ts'
import type { Step } from './steps.ts'

/** The resends of the story, in their order. */
export const stepsOf = ({ rich, second, nulls, elsewhere, otherApp, bare }: OtpScenario): readonly Step[] => [
  rich,
  second,
  nulls,
  elsewhere,
  otherApp,
  bare,
]

/** Those that ask for a channel, in their order. */
export const byChannel = (story: OtpScenario, channel: Step['channel']): readonly Step[] =>
  stepsOf(story).filter((each) => each.channel === channel)

/** Those that a key asked for which tells its app so, and the first that was taken. */
export const byNaming = (story: OtpScenario, naming: Naming): readonly Step[] =>
  stepsOf(story).filter(({ speaker }) => speaker.naming === naming)
const takenOf = (story: OtpScenario, naming: Naming): Step | undefined =>
  byNaming(story, naming).find(({ trial }) => trial.accepted !== undefined)
export const isTaken = (story: OtpScenario, naming: Naming): boolean => takenOf(story, naming) !== undefined

/** The channels by which a resend of the run was taken; `sms` needs no word. */
export const takenChannels = (story: OtpScenario): readonly Step['channel'][] => [
  'sms',
  ...(['call', 'whatsapp'] as const).filter((channel) =>
    byChannel(story, channel).some(({ trial }) => trial.accepted !== undefined),
  ),
]
