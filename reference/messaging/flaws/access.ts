import { on, type Patch, recode, waive } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

const missingKey = (status: number) => ({ status, message: 'The X-API-Key header is required' })

const misplaced: Patch = (before) => ({
  ...before,
  prefix: (operation) => (operation === 'read-app' ? '/v2' : before.prefix(operation)),
})

export const accessFlaws: Record<string, Flaw> = {
  'resend-without-key-is-unprocessable': flaw(
    'A resend without a key answers 422',
    ['msg.auth.key-required-resend'],
    recode(['key-missing'], missingKey(422), on('resend')),
  ),
  'conversation-without-key': flaw(
    'A conversation is read without a key',
    ['msg.auth.key-required-conversation'],
    waive(['key-missing'], on('conversation')),
  ),
  'marks-read-without-key': flaw(
    'Messages are marked read without a key',
    ['msg.auth.key-required-read'],
    waive(['key-missing'], on('read')),
  ),
  'app-creation-without-key-is-forbidden': flaw(
    'An app creation without a key answers 403',
    ['msg.auth.key-required-app-create'],
    recode(['key-missing'], missingKey(403), on('create-app')),
  ),
  'app-read-without-key-is-unprocessable': flaw(
    'Reading an app without a key answers 422',
    ['msg.auth.key-required-app-read'],
    recode(['key-missing'], missingKey(422), on('read-app')),
  ),
  'senders-without-key': flaw(
    'Senders are listed without a key',
    ['msg.auth.key-required-senders'],
    waive(['key-missing'], on('senders')),
  ),
  'campaign-without-key-is-bad-request': flaw(
    'Reading a campaign without a key answers 400',
    ['msg.auth.key-required-campaign'],
    recode(['key-missing'], missingKey(400), on('campaign')),
  ),
  'workspaces-without-key': flaw(
    'Workspaces are listed without a key',
    ['msg.auth.key-required-workspaces'],
    waive(['key-missing'], on('workspaces')),
  ),
  'send-without-key': flaw(
    'A send passes without a key',
    ['msg.send.key-required'],
    waive(['key-missing'], on('send')),
  ),
  'unknown-key-is-forbidden': flaw(
    'An unknown key answers 403',
    ['msg.auth.key-invalid', 'msg.send.key-invalid'],
    recode(['key-unknown'], { status: 403, code: 'forbidden' }),
  ),
  'unknown-key-lists-senders': flaw(
    'Any key lists senders',
    ['msg.auth.key-invalid'],
    waive(['key-unknown'], on('senders')),
  ),
  'unknown-key-reads-campaigns': flaw(
    'Any key reads a campaign',
    ['msg.auth.key-invalid'],
    waive(['key-unknown'], on('campaign')),
  ),
  'unknown-key-marks-read': flaw(
    'Any key marks messages read',
    ['msg.auth.key-invalid'],
    waive(['key-unknown'], on('read')),
  ),
  'unknown-token-creates-apps': flaw(
    'Any access token creates an app',
    ['msg.auth.bearer-token', 'msg.auth.bearer-invalid'],
    waive(['bearer-unknown'], on('create-app')),
  ),
  'live-unbound-key-is-refused': flaw(
    'A live key that is bound to no app answers 401',
    ['msg.auth.key-accepted', 'msg.otp.unbound-app-key', 'msg.otp.unbound-app-id'],
    { refusesKey: ({ appId }) => appId === undefined },
  ),
  'app-creation-without-token': flaw(
    'An app is created without an access token',
    ['msg.auth.bearer-app-create'],
    waive(['bearer-missing'], on('create-app')),
  ),
  'app-read-without-token': flaw(
    'An app is read without an access token',
    ['msg.auth.bearer-app-read'],
    waive(['bearer-missing'], on('read-app')),
  ),
  'campaign-without-token': flaw(
    'A campaign is read without an access token',
    ['msg.auth.bearer-campaign'],
    waive(['bearer-missing'], on('campaign')),
  ),
  'missing-token-is-not-found': flaw(
    'A missing access token answers 404',
    ['msg.auth.bearer-status'],
    recode(['bearer-missing'], { status: 404 }),
  ),
  'unknown-token-is-taken': flaw(
    'Any access token is taken',
    ['msg.auth.bearer-token', 'msg.auth.bearer-invalid'],
    waive(['bearer-unknown']),
  ),
  'other-scheme-is-taken': flaw(
    'An Authorization of any scheme is taken',
    ['msg.auth.bearer-scheme'],
    waive(['bearer-scheme']),
  ),
  'no-token-behind-bearer-is-taken': flaw(
    'A Bearer without a token is let in',
    ['msg.auth.bearer-campaign', 'msg.auth.bearer-app-read', 'msg.auth.bearer-app-create'],
    waive(['bearer-missing'], ({ authorization }) => authorization !== undefined),
  ),
  'workspaces-need-token': flaw(
    'The workspace list asks for an access token',
    ['msg.auth.bearer-not-needed', 'msg.workspaces.list'],
    (before) => ({ ...before, bearerNeeded: (asked) => asked === 'workspaces' || before.bearerNeeded(asked) }),
  ),
  'senders-need-token': flaw(
    'The list of senders asks for an access token',
    ['msg.auth.bearer-not-needed', 'msg.senders.list'],
    (before) => ({ ...before, bearerNeeded: (asked) => asked === 'senders' || before.bearerNeeded(asked) }),
  ),
  'restricted-key-passes': flaw('A key without permissions is let in', ['msg.auth.forbidden'], waive(['forbidden'])),
  'restricted-key-is-unauthorised': flaw(
    'A key without permissions answers 401',
    ['msg.auth.forbidden'],
    recode(['forbidden'], { status: 401, code: 'unauthorized' }),
  ),
  'restricted-key-reads-conversations': flaw(
    'A key without permissions reads conversations',
    ['msg.auth.forbidden'],
    waive(['forbidden'], on('conversation')),
  ),
  'restricted-key-enters-workspaces': flaw(
    'A key that is kept out of a workspace sees its campaigns',
    ['msg.auth.workspace-restricted'],
    waive(['workspace-restricted']),
  ),
  'restricted-workspace-is-bad-request': flaw(
    'A key that is kept out of a workspace answers 400',
    ['msg.auth.workspace-restricted'],
    recode(['workspace-restricted'], { status: 400 }),
  ),
  'unnamed-app-passes': flaw(
    'An unbound key resends without naming an app',
    ['msg.auth.unbound-without-app'],
    waive(['app-unnamed']),
  ),
  'two-apps-pass': flaw(
    'An unbound key names two apps and one of them is taken',
    ['msg.auth.app-conflict'],
    waive(['app-conflict']),
  ),
  'app-read-outside-version': flaw(
    'Reading an app stands under another version',
    [
      'msg.version.prefix',
      'msg.apps.read',
      'msg.apps.read-created',
      'msg.auth.key-required-app-read',
      'msg.auth.key-invalid',
    ],
    misplaced,
  ),
}
