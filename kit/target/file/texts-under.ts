/**
 * Texts and numbers of a tree that stand under members with these names, at any depth.
 * Not by recursion: a body may be nested more deeply than calls can be.
 */
export function textsUnder(root: unknown, names: readonly string[]): string[] {
  const found: string[] = []
  const open: { readonly tree: unknown; readonly isNamed: boolean }[] = [{ tree: root, isNamed: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tree, isNamed } = next
    if (typeof tree === 'string' || typeof tree === 'number') {
      if (isNamed) found.push(String(tree))
    } else if (typeof tree === 'object' && tree !== null) {
      const isList = Array.isArray(tree)
      for (const [name, value] of Object.entries(tree))
        open.push({ tree: value, isNamed: isNamed || (!isList && names.includes(name)) })
    }
  }
  return found
}
