/**
 * How the party of a section is reached. `by requests`: it has a base URL, under which its endpoints are asked.
 * `by events`: it has one URL, to which events are sent. `served`: it has none, and calls what is served for it.
 */
export type Reached = 'by requests' | 'by events' | 'served'

/** Member of a section that its flag fills: where the party is, or what starts it. */
export const FLAG_MEMBERS = { 'by requests': 'baseUrl', 'by events': 'url', served: 'run' } as const satisfies Readonly<
  Record<Reached, string>
>

/** Member of a section that is an address; undefined where it has none. */
export const addressMember = ({ reached = 'by requests' }: { readonly reached?: Reached }): string | undefined =>
  reached === 'served' ? undefined : FLAG_MEMBERS[reached]
