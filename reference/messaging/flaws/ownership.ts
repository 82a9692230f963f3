import { userIds } from '../http/keys.ts'
import { type Flaw, flaw } from './flaw.ts'

/** Lists that are somebody else's, or a part of one's own. */
export const ownershipFlaws: Record<string, Flaw> = {
  'senders-of-somebody-else': flaw(
    'Everybody is shown the senders of one other user',
    ['msg.senders.own-only', 'msg.conversation.sender-own'],
    (before) => ({
      ...before,
      listedSenders: (senders, _userId, ...rest) => before.listedSenders(senders, userIds.other, ...rest),
    }),
  ),
  'workspaces-of-the-key': flaw(
    'A bound key is shown the workspace of its app alone',
    ['msg.workspaces.all-own'],
    (before) => ({
      ...before,
      listedWorkspaces: (workspaces, userId, ofKey) =>
        before.listedWorkspaces(workspaces, userId, ofKey).filter(({ id }) => ofKey === null || id === ofKey),
    }),
  ),
}
