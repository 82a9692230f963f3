import { AsyncLocalStorage } from 'node:async_hooks'

const askers = new AsyncLocalStorage<string>()

/** Name of the check or fixture that goes on at the moment; undefined outside of them. */
export const askerUnderWay = (): string | undefined => askers.getStore()

/** What a fixture made is used by many checks: who waits with it is known by who goes on, and not by whose it is. */
export const asAsker = <T>(name: string, act: () => Promise<T>): Promise<T> => askers.run(name, act)
