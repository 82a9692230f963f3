import { on, type Patch, waive } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

/** Takes any text for a key that fits it in some way. */
const keyFits = (fits: (known: string, text: string) => boolean): Patch => ({
  keyOf: (keys, text) => keys.get(text) ?? [...keys].find(([known]) => text !== '' && fits(known, text))?.[1],
})

/** Credentials that are looked at carelessly, at one endpoint or in one spelling. */
export const credentialCellFlaws: Record<string, Flaw> = {
  'filtered-senders-without-key': flaw(
    'Senders are listed without a key where they are filtered',
    ['msg.auth.key-required-senders'],
    waive(['key-missing'], ({ operation, url }) => operation === 'senders' && url?.includes('is_active') === true),
  ),
  'slashed-campaign-without-key': flaw(
    'A campaign is read without a key at the path with a slash',
    ['msg.auth.key-required-campaign'],
    waive(['key-missing'], ({ operation, url }) => operation === 'campaign' && url?.endsWith('/') === true),
  ),
  'slashed-app-without-token': flaw(
    'An app is created without an access token at the path with a slash',
    ['msg.auth.bearer-app-create'],
    waive(['bearer-missing'], ({ operation, url }) => operation === 'create-app' && url?.endsWith('/') === true),
  ),
  'key-cut-off-is-taken': flaw(
    'The beginning of a key is taken for it',
    ['msg.auth.key-invalid', 'msg.send.key-invalid'],
    keyFits((known, text) => known.startsWith(text)),
  ),
  'key-compared-but-for-its-end': flaw(
    'The last four characters of a key do not count',
    ['msg.auth.key-invalid', 'msg.send.key-invalid'],
    keyFits((known, text) => known.slice(0, -4) === text.slice(0, -4)),
  ),
  'key-with-more-is-taken': flaw(
    'What begins with a key is taken for it',
    ['msg.auth.key-invalid', 'msg.send.key-invalid'],
    keyFits((known, text) => text.startsWith(known)),
  ),
  'unknown-key-resends': flaw('Any key resends codes', ['msg.auth.key-invalid'], waive(['key-unknown'], on('resend'))),
  'unknown-key-creates-apps': flaw(
    'Any key creates apps',
    ['msg.auth.key-invalid'],
    waive(['key-unknown'], on('create-app')),
  ),
  'unknown-key-reads-apps': flaw(
    'Any key reads apps',
    ['msg.auth.key-invalid'],
    waive(['key-unknown'], on('read-app')),
  ),
  'unknown-key-reads-conversations': flaw(
    'Any key reads conversations',
    ['msg.auth.key-invalid'],
    waive(['key-unknown'], on('conversation')),
  ),
  'unknown-key-lists-workspaces': flaw(
    'Any key lists workspaces',
    ['msg.auth.key-invalid'],
    waive(['key-unknown'], on('workspaces')),
  ),
  'unknown-key-sends': flaw('Any key sends', ['msg.send.key-invalid'], waive(['key-unknown'], on('send'))),
  'unknown-token-reads-apps': flaw(
    'Any access token reads an app',
    ['msg.auth.bearer-token', 'msg.auth.bearer-invalid'],
    waive(['bearer-unknown'], on('read-app')),
  ),
  'token-cut-off-is-taken': flaw('The beginning of an access token is taken for it', ['msg.auth.bearer-invalid'], {
    tokenFits: (text, token) => token.startsWith(text),
  }),
  'token-compared-but-for-its-end': flaw(
    'The last four characters of an access token do not count',
    ['msg.auth.bearer-token', 'msg.auth.bearer-invalid'],
    { tokenFits: (text, token) => token.slice(0, -4) === text.slice(0, -4) },
  ),
  'token-with-more-is-taken': flaw('What begins with an access token is taken for it', ['msg.auth.bearer-invalid'], {
    tokenFits: (text, token) => text.startsWith(token),
  }),
  'token-under-no-scheme-is-taken': flaw('An access token without its scheme is taken', ['msg.auth.bearer-scheme'], {
    readToken: (authorization) => /^(?:bearer +)?(\S+)$/i.exec(authorization)?.[1],
  }),
  'other-scheme-creates-apps': flaw(
    'An Authorization of any scheme creates an app',
    ['msg.auth.bearer-scheme'],
    waive(['bearer-scheme'], on('create-app')),
  ),
  'restricted-key-resends': flaw(
    'A key without permissions resends codes',
    ['msg.auth.forbidden'],
    waive(['forbidden'], on('resend')),
  ),
  'restricted-key-creates-apps': flaw(
    'A key without permissions creates apps',
    ['msg.auth.forbidden'],
    waive(['forbidden'], on('create-app')),
  ),
  'app-id-opens-conversations': flaw(
    'Whoever names the app of the owner reads a conversation',
    ['msg.conversation.foreign'],
    waive(['foreign'], ({ operation, appIdHeader }) => operation === 'conversation' && appIdHeader !== undefined),
  ),
  'unknown-app-key-passes': flaw(
    'An unbound key with an unknown app_key acts for some app of its user',
    ['msg.auth.app-unknown'],
    waive(['app-unknown', 'app-unnamed'], ({ operation, body }) => {
      return operation === 'resend' && typeof body?.app_key === 'string'
    }),
  ),
  'unknown-app-id-passes': flaw(
    'An unbound key with an unknown X-App-ID acts for some app of its user',
    ['msg.auth.app-unknown'],
    waive(['app-unknown', 'app-unnamed'], ({ operation, appIdHeader }) => {
      return operation === 'resend' && appIdHeader !== undefined
    }),
  ),
}
