import { isBoolean, isString, isUuid, type Matcher } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isTime } from '../client/answers.ts'
import type { RequirementId } from '../define.ts'

/** One row of a field table. */
export interface Field {
  readonly name: string
  readonly covers: RequirementId
  readonly kind: Matcher<unknown>
  /** Its table has a column that requires it. */
  readonly required?: true
  /** null is one of its values. */
  readonly nullable?: true
  /** There may be nothing to show: null is as good as left out. */
  readonly mayLack?: true
}

export const senderFields: readonly Field[] = [
  { name: 'id', covers: 'msg.senders.id', kind: isUuid },
  { name: 'user_id', covers: 'msg.senders.user-id', kind: isUuid },
  { name: 'whatsapp_account_id', covers: 'msg.senders.account-id', kind: isUuid, nullable: true },
  { name: 'phone_number_id', covers: 'msg.senders.phone-number-id', kind: isString },
  { name: 'display_number', covers: 'msg.senders.display-number', kind: isString },
  { name: 'label', covers: 'msg.senders.label', kind: isString, nullable: true },
  { name: 'is_default', covers: 'msg.senders.is-default', kind: isBoolean },
  { name: 'is_active', covers: 'msg.senders.is-active', kind: isBoolean },
  { name: 'is_deleted', covers: 'msg.senders.is-deleted', kind: isBoolean },
  { name: 'created_at', covers: 'msg.senders.created-at', kind: isTime },
  { name: 'updated_at', covers: 'msg.senders.updated-at', kind: isTime },
]

export const appFields: readonly Field[] = [
  { name: 'app_id', covers: 'msg.apps.app-id', kind: isString, required: true },
  { name: 'app_name', covers: 'msg.apps.app-name', kind: isString, required: true },
  { name: 'app_key', covers: 'msg.apps.app-key', kind: isString, required: true },
  { name: 'user_id', covers: 'msg.apps.user-id', kind: isString, required: true },
  { name: 'created_at', covers: 'msg.apps.created-at', kind: isTime, required: true },
  { name: 'updated_at', covers: 'msg.apps.updated-at', kind: isTime, required: true },
  { name: 'app_description', covers: 'msg.apps.app-description', kind: isString, nullable: true },
  { name: 'workspace_id', covers: 'msg.apps.workspace-id', kind: isString, nullable: true },
]

export const workspaceFields: readonly Field[] = [
  { name: 'workspace_id', covers: 'msg.workspaces.id', kind: isUuid },
  { name: 'user_id', covers: 'msg.workspaces.user-id', kind: isUuid },
  { name: 'name', covers: 'msg.workspaces.name', kind: isString },
  { name: 'created_at', covers: 'msg.workspaces.created-at', kind: isTime },
  { name: 'developer_access', covers: 'msg.workspaces.developer-access', kind: isBoolean },
  { name: 'description', covers: 'msg.workspaces.description', kind: isString, mayLack: true },
]

export const campaignFields: readonly Field[] = [
  { name: 'campaign_id', covers: 'msg.campaign.id', kind: isUuid, required: true },
  { name: 'workspace_id', covers: 'msg.campaign.workspace-id', kind: isUuid, required: true },
  { name: 'name', covers: 'msg.campaign.name', kind: isString, required: true },
  { name: 'launch_date', covers: 'msg.campaign.launch-date', kind: isTime, required: true },
  { name: 'created_by', covers: 'msg.campaign.created-by', kind: isUuid, required: true },
  { name: 'created_at', covers: 'msg.campaign.created-at', kind: isTime, required: true },
  { name: 'description', covers: 'msg.campaign.description', kind: isString, nullable: true },
]

/** Whether a record is one of the table at all: it has most of what the table requires, right or wrong. */
export function isOf(fields: readonly Field[], record: JsonObject | undefined): record is JsonObject {
  const required = fields.filter((field) => field.required === true)
  const shown = required.filter(({ name }) => record?.[name] !== undefined)
  return record !== undefined && shown.length > required.length / 2
}
