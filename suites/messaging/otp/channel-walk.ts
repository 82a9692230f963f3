import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, show, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isSuccess, statusOf } from '../client/answers.ts'
import { inOtherWords, RESEND, resend } from '../client/api.ts'
import { isTrouble } from '../client/trouble.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { common } from './probe-judgements.ts'
import { otpPhone, ownMembers, type Speaker } from './story/callers.ts'
import { type Code, codeAfter, codesOf, codesOnce, findAgain } from './story/inbox.ts'
import { canIssue, issueTo } from './story/issue.ts'
import { oddIn, oddSender } from './story/odd-senders.ts'
import { otpScenario } from './story/scenario.ts'
import { TemplateOrders } from './template-orders.ts'

type Channel = 'sms' | 'call' | 'whatsapp'

/** Each channel after each, and after itself, in ten resends. */
const WALK: readonly Channel[] = [
  'sms',
  'sms',
  'call',
  'call',
  'whatsapp',
  'whatsapp',
  'sms',
  'whatsapp',
  'call',
  'sms',
]

/** Resends by channels that ignore a sender. */
const SILENT = WALK.filter((each) => each !== 'sms').length

/** Refusals of what was sent. Who asks, how often, and what is under way are refused for other reasons. */
const REFUSED: readonly number[] = [400, 422]

/** So long that no two codes are alike by chance. */
const LONG = 6

/** An earlier code, once the inbox shows it as over. */
const ending = async (t: CheckContext, phone: string, code: Code): Promise<Code | undefined> =>
  findAgain(await codesOnce(t, phone, (codes) => findAgain(codes, code)?.active !== true), code)

export const channelWalk: readonly Check[] = [
  // States: a resend ends the prior code whatever channel either was sent by. Resources: length and what is ignored, on each;
  // {code} and {expiry} are substituted, whichever comes first.
  defineCheck({
    ...common,
    id: 'msg/otp/channel-walk',
    title: 'Each channel ends the code of each, and keeps to what was asked of it',
    covers: [
      'msg.otp.prior-invalidated',
      'msg.otp.new-code',
      'msg.otp.length',
      'msg.otp.length-default',
      'msg.otp.sender-id-ignored-call',
      'msg.otp.sender-id-ignored-whatsapp',
      'msg.otp.sent-by-sms',
      'msg.otp.sent-by-call',
      'msg.otp.sent-by-whatsapp',
      'msg.otp.unbound-app-id',
      'msg.otp.unbound-app-key',
      'msg.otp.template-code',
      'msg.otp.template-expiry',
    ],
    // What every other check knows of the codes of the number is known by then.
    phase: 'exclusive',
    depth: 'deep',
    cost: {
      // What ignores a sender is asked without one where it refuses it.
      requests: { bound: WALK.length + SILENT, unbound: WALK.length / 2 + 1 },
      spends: { messages: WALK.length + SILENT + 1 },
      typical: {
        requests: { bound: WALK.length, unbound: WALK.length / 2 + 1 },
        spends: { messages: WALK.length + 1 },
      },
    },
    async run(t) {
      const story = await t.use(otpScenario)
      const { speakers, bare } = story
      t.control(bare.trial.whole, status('2xx'))
      const phone = otpPhone(t)
      if (story.wantsPrior && canIssue(t)) {
        const before = await codesOf(t, phone)
        await issueTo(t, phone)
        await codeAfter(t, phone, before)
      }
      const isShort = [story.rich, story.second].every(({ trial }) => trial.isMilder === undefined)
      const ended = new Tally(t, 'msg.otp.prior-invalidated', 'a code that is over once the next one was sent')
      const length = new Tally(t, 'msg.otp.length', 'the otp_length asked for')
      const usual = new Tally(t, 'msg.otp.length-default', '6 characters where otp_length is left out')
      const renewed = new Tally(t, 'msg.otp.new-code', 'another code than the one before it')
      const silent = {
        call: new Tally(t, 'msg.otp.sender-id-ignored-call', 'nothing of the sender that was sent'),
        whatsapp: new Tally(t, 'msg.otp.sender-id-ignored-whatsapp', 'nothing of the sender that was sent'),
      }
      const sent = {
        sms: new Tally(t, 'msg.otp.sent-by-sms', 'sms'),
        call: new Tally(t, 'msg.otp.sent-by-call', 'call'),
        whatsapp: new Tally(t, 'msg.otp.sent-by-whatsapp', 'whatsapp'),
      }
      const likewise = 'any 2xx, as the key of the run has by the same channel'
      const byId = new Tally(t, 'msg.otp.unbound-app-id', likewise)
      const byKey = new Tally(t, 'msg.otp.unbound-app-key', likewise)
      const orders = new TemplateOrders(t, story)
      let last: { readonly code: Code; readonly channel: Channel; readonly answer: Exchange } | undefined
      for (const [index, channel] of WALK.entries()) {
        const before = await codesOf(t, phone)
        // Two by one channel in a row are of one length, so that the second may be the first one again; the others are not.
        const pair = Math.floor(index / 2)
        const wanted = (isShort ? 4 : 6) + (pair % (isShort ? 5 : 3))
        // Each channel by either key.
        const other = index % 2 === 1 ? speakers.byAppId : undefined
        // The last one says nothing of its length, by the other key where there is one.
        const isUsual = index === WALK.length - 1 && !Object.hasOwn(ownMembers(t), 'otp_length')
        const sender: JsonObject = channel === 'sms' ? {} : { sender_id: oddSender(t.seed + 2 * pair, channel) }
        const template = channel === 'sms' ? orders.template(index) : undefined
        const plain = {
          ...ownMembers(t),
          ...TemplateOrders.membersOf(template),
          phone_number: phone,
          delivery_method: channel,
          ...(isUsual ? {} : { otp_length: wanted }),
        }
        const body = { ...plain, ...sender }
        const label = `${channel} after ${last?.channel ?? 'all others'}`
        const by = ({ as, members }: Speaker, how: string): Promise<Exchange> =>
          resend(t, inOtherWords(as), { ...body, ...members }, { label: `${label}${how}`, expects: 'sent' })
        const tried = other === undefined ? undefined : await by(other, ', named by X-App-ID')
        const isTried = tried !== undefined && isSuccess(tried)
        let answer = isTried ? tried : await by(speakers.main, '')
        if (isTried) byId.agree([tried])
        else if (tried !== undefined && isSuccess(answer) && !isTrouble(tried) && statusOf(tried) < 500)
          byId.contradict({ subject: subjectOf(tried), actual: cameBack(tried), evidence: [tried, answer] })
        if (isSuccess(answer) && channel !== 'sms') silent[channel].agree([answer])
        else if (REFUSED.includes(statusOf(answer)) && channel !== 'sms') {
          const { as, members } = speakers.main
          const without = { ...plain, ...members }
          const other = await resend(t, inOtherWords(as), without, { label: `${label}, no sender`, expects: 'sent' })
          if (isSuccess(other)) {
            const actual = cameBack(answer)
            const expected = 'as without sender_id, any 2xx'
            silent[channel].contradict({ subject: subjectOf(answer), expected, actual, evidence: [answer, other] })
            answer = other
          }
        }
        const code = isSuccess(answer) ? await codeAfter(t, phone, before) : undefined
        if (code === undefined) {
          last = undefined
          continue
        }
        orders.look(template, answer, code)
        const subject = `the code of ${RESEND} (${label})`
        const evidence = [answer, ...(last === undefined ? [] : [last.answer])]
        if (last?.code.active === true) {
          const now = await ending(t, phone, last.code)
          if (now?.active !== true) ended.agree(evidence)
          else
            ended.contradict({
              subject: `the code by ${last.channel} before ${channel}`,
              actual: 'a code that is still active',
              evidence,
            })
        }
        if (code.channel === channel) sent[channel].agree([answer])
        else if (code.channel !== undefined) sent[channel].contradict({ subject, actual: show(code.channel), evidence })
        const shown = code.code
        const [tally, id, asked] = isUsual
          ? ([usual, 'msg.otp.length-default', 6] as const)
          : ([length, 'msg.otp.length', wanted] as const)
        const many = shown === undefined ? undefined : t.attest(id, answer.id, () => shown.length)
        if (many === asked) tally.agree([answer])
        else if (many !== undefined)
          tally.contradict({ subject, expected: `${asked} characters`, actual: `${many}`, evidence: [answer] })
        const former = last?.code.code
        if (shown !== undefined && former !== undefined && last !== undefined && (many ?? 0) >= LONG) {
          const both = [last.answer, answer]
          const isAgain = t.attest('msg.otp.new-code', both.map((each) => each.id).join(', '), () => former === shown)
          if (isAgain) renewed.contradict({ subject, actual: 'that code again', evidence: both })
          else renewed.agree(both)
        }
        if (channel !== 'sms' && typeof code.sender === 'string') {
          if (oddIn(code.sender) !== undefined)
            silent[channel].contradict({ subject, actual: show(code.sender), evidence: [answer] })
        }
        last = { code, channel, answer }
      }
      // The app of that key need not be the one whose codes were looked at.
      const own = speakers.byOwnKey
      if (own !== undefined) {
        const body = { ...ownMembers(t), ...own.members, phone_number: phone }
        const answer = await resend(t, own.as, body, { label: 'after all others, named by app_key', expects: 'sent' })
        if (isSuccess(answer)) byKey.agree([answer])
      }
      for (const each of [ended, length, usual, renewed, silent.call, silent.whatsapp, ...Object.values(sent)])
        each.close('the probe otpInbox shows nothing of it')
      orders.close()
      byId.close('no other key names the app of the run by its id')
      byKey.close('no resend that names its app by its key was taken here')
    },
  }),
]
