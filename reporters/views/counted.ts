/** `1 request`, `3 requests`, `1 delivery`, `2 deliveries`. */
export const counted = (many: number, one: string, more = `${one}s`): string =>
  `${many.toLocaleString('en')} ${many === 1 ? one : more}`
