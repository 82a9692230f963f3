import { randomUUID } from 'node:crypto'
import type { MessagingBehaviour } from '../behaviour.ts'
import type { Operation } from '../domain/domain.ts'
import { fixtureIds } from '../domain/fixtures.ts'
import { on, type Patch, recode, shows, unchecks, waive, without } from '../patch.ts'
import { type Flaw, flaw, wraps } from './flaw.ts'

const lists = (listedSenders: MessagingBehaviour['listedSenders']): Patch => ({ listedSenders })

const refuses =
  (asked: Operation, when: (intent: Parameters<MessagingBehaviour['objects']>[0]) => boolean): Patch =>
  (before) => ({
    ...before,
    objects: (intent) => (intent.operation === asked && when(intent) ? 'invalid' : before.objects(intent)),
  })

const filtered = (is_active?: boolean, is_default?: boolean) => ({
  ...(is_active === undefined ? {} : { is_active }),
  ...(is_default === undefined ? {} : { is_default }),
})

const inverted = (flag: boolean | undefined) => (flag === undefined ? undefined : !flag)

const relists =
  (
    change: (filters: { is_active?: boolean; is_default?: boolean }) => { is_active?: boolean; is_default?: boolean },
  ): Patch =>
  (before) => ({
    ...before,
    listedSenders: (senders, userId, filters, restricted) =>
      before.listedSenders(senders, userId, change(filters), restricted),
  })

export const resourceFlaws: Record<string, Flaw> = {
  'senders-in-object': flaw(
    'The sender list is wrapped in an object',
    ['msg.senders.list'],
    wraps('senders', (items) => ({ items })),
  ),
  'filter-active-refused': flaw(
    'The filter is_active is refused',
    ['msg.senders.filter-active-accepted'],
    refuses('senders', ({ query }) => query.is_active !== undefined),
  ),
  'filter-default-refused': flaw(
    'The filter is_default is refused',
    ['msg.senders.filter-default-accepted'],
    refuses('senders', ({ query }) => query.is_default !== undefined),
  ),
  'empty-list-is-null': flaw(
    'A filter that nothing fits answers null',
    ['msg.senders.filter-active-accepted', 'msg.senders.filter-default-accepted'],
    (before) => ({
      ...before,
      listedSenders: (senders, userId, filters, restricted) =>
        filters.is_default === true ? [] : before.listedSenders(senders, userId, filters, restricted),
      body: (operation, content) =>
        operation === 'senders' && Array.isArray(content) && content.length === 0
          ? null
          : before.body(operation, content),
    }),
  ),
  'any-filter-active': flaw(
    'Any is_active is taken',
    ['msg.senders.filter-active-invalid'],
    unchecks('senders', 'is_active'),
  ),
  'any-filter-default': flaw(
    'Any is_default is taken',
    ['msg.senders.filter-default-invalid'],
    unchecks('senders', 'is_default'),
  ),
  'filter-active-ignored': flaw(
    'The filter is_active is ignored',
    ['msg.senders.filter-active'],
    relists(({ is_default }) => filtered(undefined, is_default)),
  ),
  'filter-default-ignored': flaw(
    'The filter is_default is ignored',
    ['msg.senders.filter-default'],
    relists(({ is_active }) => filtered(is_active)),
  ),
  'filters-one-or-the-other': flaw(
    'A sender that fits one of two filters is listed',
    ['msg.senders.filter-active', 'msg.senders.filter-default'],
    lists((senders, userId, { is_active, is_default }) =>
      senders.filter(
        (sender) =>
          sender.userId === userId &&
          (is_active === undefined || is_default === undefined
            ? (is_active ?? sender.isActive) === sender.isActive &&
              (is_default ?? sender.isDefault) === sender.isDefault
            : sender.isActive === is_active || sender.isDefault === is_default),
      ),
    ),
  ),
  'inactive-senders-left-out': flaw(
    'The whole list leaves out inactive senders',
    ['msg.senders.filter-active', 'msg.senders.filter-default'],
    lists((senders, userId, { is_active = true, is_default }) =>
      senders.filter(
        (sender) =>
          sender.userId === userId &&
          sender.isActive === is_active &&
          (is_default === undefined || sender.isDefault === is_default),
      ),
    ),
  ),
  'no-sender-is-not-found': flaw(
    'A list of no senders answers 404',
    ['msg.senders.filter-active-accepted', 'msg.senders.filter-default-accepted'],
    (before) => ({
      ...before,
      objects: (intent) =>
        intent.operation === 'senders' && intent.query.is_active === 'false' && intent.query.is_default === 'true'
          ? 'not-found'
          : before.objects(intent),
    }),
    ['active-default-senders'],
  ),
  'senders-twice': flaw('Every sender is listed twice', ['msg.senders.list'], (before) => ({
    ...before,
    body: (operation, content) =>
      before.body(operation, operation === 'senders' && Array.isArray(content) ? [...content, ...content] : content),
  })),
  'workspaces-twice': flaw('Every workspace is listed twice', ['msg.workspaces.list'], (before) => ({
    ...before,
    listedWorkspaces: (...known) => before.listedWorkspaces(...known).flatMap((each) => [each, each]),
  })),
  'two-filters-are-not-found': flaw(
    'Two filters at once answer 404',
    ['msg.senders.filter-active-accepted', 'msg.senders.filter-default-accepted'],
    (before) => ({
      ...before,
      objects: (intent) =>
        intent.operation === 'senders' && intent.query.is_active !== undefined && intent.query.is_default !== undefined
          ? 'not-found'
          : before.objects(intent),
    }),
  ),
  'one-workspace-is-no-list': flaw(
    'The only workspace of a user is shown without a list',
    ['msg.workspaces.list'],
    (before) => ({
      ...before,
      body: (operation, content) => {
        const [first, ...more] = operation === 'workspaces' && Array.isArray(content) ? content : []
        return first === undefined || more.length > 0 ? before.body(operation, content) : first
      },
    }),
  ),
  'filter-active-inverted': flaw(
    'The filter is_active lists the others',
    ['msg.senders.filter-active'],
    relists(({ is_active, is_default }) => filtered(inverted(is_active), is_default)),
  ),
  'filter-default-inverted': flaw(
    'The filter is_default lists the others',
    ['msg.senders.filter-default'],
    relists(({ is_active, is_default }) => filtered(is_active, inverted(is_default))),
  ),
  'filter-active-false-overlooked': flaw(
    'The filter is_active lists everybody where it is false',
    ['msg.senders.filter-active'],
    relists(({ is_active, is_default }) => filtered(is_active === true ? true : undefined, is_default)),
  ),
  'filter-default-false-overlooked': flaw(
    'The filter is_default lists everybody where it is false',
    ['msg.senders.filter-default'],
    relists(({ is_active, is_default }) => filtered(is_active, is_default === true ? true : undefined)),
  ),
  'filter-default-overlooked-beside-active': flaw(
    'The filter is_default is overlooked beside is_active false',
    ['msg.senders.filter-default'],
    relists(({ is_active, is_default }) => filtered(is_active, is_active === false ? undefined : is_default)),
  ),
  'foreign-senders-listed': flaw(
    'Senders of other users are listed',
    ['msg.senders.own-only'],
    lists((senders, _userId, { is_active, is_default }) =>
      senders.filter(
        (sender) =>
          (is_active ?? sender.isActive) === sender.isActive && (is_default ?? sender.isDefault) === sender.isDefault,
      ),
    ),
  ),

  'workspaces-in-object': flaw(
    'The workspace list is wrapped in an object',
    ['msg.workspaces.list'],
    wraps('workspaces', (items) => ({ items })),
  ),
  'workspace-left-out': flaw('A workspace of the user is not listed', ['msg.workspaces.all-own'], (before) => ({
    ...before,
    listedWorkspaces: (...asked) => before.listedWorkspaces(...asked).filter(({ id }) => id !== fixtureIds.workspace),
  })),
  'foreign-workspaces-listed': flaw('Workspaces of other users are listed', ['msg.workspaces.own-only'], {
    listedWorkspaces: (workspaces) => workspaces,
  }),

  'campaign-in-object': flaw(
    'A campaign is wrapped in an object',
    ['msg.campaign.read'],
    wraps('campaign', (data) => ({ data })),
  ),
  'another-campaign': flaw(
    'The campaign shown has another id',
    ['msg.campaign.id-echo'],
    shows('campaign', (record) => ({ ...record, campaign_id: randomUUID() })),
  ),
  'malformed-campaign-is-conflict': flaw(
    'A malformed campaign id answers 409',
    ['msg.campaign.id-invalid'],
    recode(['invalid'], { status: 409 }, on('campaign')),
  ),
  'missing-campaign-is-bad-request': flaw(
    'A campaign that does not exist answers 400',
    ['msg.campaign.missing'],
    recode(['not-found'], { status: 400 }, on('campaign')),
  ),
  'foreign-campaign-shown': flaw(
    "Another user's campaign is shown",
    ['msg.campaign.foreign'],
    waive(['foreign'], on('campaign')),
  ),

  'send-refused': flaw(
    'A send to one recipient is refused',
    ['msg.send.accepted'],
    refuses('send', ({ body }) => (body?.recipients as unknown[] | undefined)?.length === 1),
  ),
  'batch-refused': flaw(
    'A send to several recipients is refused',
    ['msg.send.several-recipients'],
    refuses('send', ({ body }) => ((body?.recipients as unknown[] | undefined)?.length ?? 0) > 1),
  ),
  'send-without-job-id': flaw(
    'The answer to a send has no job_id',
    ['msg.send.job-id'],
    shows('send', (record) => without(record, 'job_id')),
  ),
  'job-id-number': flaw(
    'job_id of the answer to a send is a number',
    ['msg.send.job-id'],
    shows('send', (record) => ({ ...record, job_id: 17 })),
  ),
  'unlinked-send-without-job-id': flaw('The answer to a send of a key of no app has no job_id', ['msg.send.job-id'], {
    shownJobId: (jobId, appId) => (appId === undefined ? undefined : jobId),
  }),
  'send-without-content': flaw(
    'A send without content is taken',
    ['msg.send.content-required'],
    unchecks('send', 'content'),
  ),
  'send-without-recipients': flaw(
    'A send without recipients is taken',
    ['msg.send.recipients-required'],
    unchecks('send', 'recipients', 'missing'),
  ),
}
