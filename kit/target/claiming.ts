import { type Line, linesIn, saying } from './lines.ts'
import type { Target } from './target.ts'

/**
 * A target that claims what lines of its file would say as well, to be priced: places to fill in stand in it as they are,
 * and nothing can be asked of it. Budgets stay as they are.
 */
export function claiming(target: Target, text: string): Target {
  const lines = linesIn(text)
  const named = lines.filter(({ key }) => !key.startsWith('allow.'))
  const permitted = lines.flatMap(({ key, value }) =>
    key.startsWith('allow.') && value === true ? [[key.slice('allow.'.length), true] as const] : [],
  )
  const isWebhooks = ({ key }: Line): boolean => /^webhooks(?=\.|$)/.test(key)
  const services = saying(
    target.services,
    named.filter((line) => !isWebhooks(line)),
  ) as Target['services']
  const { webhooks } = saying({ webhooks: target.webhooks }, named.filter(isWebhooks)) as Pick<Target, 'webhooks'>
  return {
    ...target,
    services,
    ...(webhooks === undefined ? {} : { webhooks: { ...target.webhooks, ...webhooks } }),
    allow: { ...target.allow, permissions: { ...target.allow.permissions, ...Object.fromEntries(permitted) } },
  }
}
