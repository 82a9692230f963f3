const root = document.documentElement
root.classList.add('script')
const byId = (id) => document.getElementById(id)
const all = (selector, within = document) => Array.from(within.querySelectorAll(selector))

// The reader's choice of colours outlives the page where the browser lets it.
const remembered = {
  get() {
    try {
      return localStorage.getItem('assay-theme')
    } catch {
      return null
    }
  },
  set(theme) {
    try {
      localStorage.setItem('assay-theme', theme)
    } catch {
      // Then it lasts as long as the page.
    }
  },
}
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : systemDark.matches)
const themeButton = byId('theme')
const nameTheme = () => {
  themeButton.textContent = isDark() ? 'Light' : 'Dark'
  themeButton.setAttribute('aria-label', `${themeButton.textContent} colours`)
}
const known = remembered.get()
if (known === 'dark' || known === 'light') root.dataset.theme = known
themeButton.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark'
  remembered.set(root.dataset.theme)
  nameTheme()
})
systemDark.addEventListener('change', nameTheme)
nameTheme()

const form = byId('filters')
const groups = all('.group').map((element) => ({
  element,
  items: all('.req', element),
  count: element.querySelector('.count'),
}))
const cells = all('button.cell')
const texts = new WeakMap()
const textOf = (item) => {
  if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase())
  return texts.get(item)
}

const chosen = () => {
  const data = new FormData(form)
  const words = data.get('q').toLowerCase().split(/\s+/).filter(Boolean)
  return {
    verdict: new Set(data.getAll('verdict')),
    level: new Set(data.getAll('level')),
    service: new Set(data.getAll('service')),
    area: data.get('area'),
    words,
  }
}

const fits = (item, { verdict, level, service, area, words }) =>
  (verdict.size === 0 || verdict.has(item.dataset.verdict)) &&
  (level.size === 0 || level.has(item.dataset.level)) &&
  (service.size === 0 || service.has(item.dataset.service)) &&
  (area === '' || area === item.dataset.area) &&
  words.every((word) => textOf(item).includes(word))

const total = groups.reduce((sum, { items }) => sum + items.length, 0)
/** Which groups stood open before the list was narrowed; undefined while it is not. */
let before

function narrow() {
  const wanted = chosen()
  const { verdict, level, service, area, words } = wanted
  const narrowed = verdict.size + level.size + service.size + words.length > 0 || area !== ''
  if (narrowed) before ??= groups.map(({ element }) => element.open)
  let shown = 0
  for (const [index, { element, items, count }] of groups.entries()) {
    let own = 0
    for (const item of items) {
      item.hidden = !fits(item, wanted)
      if (!item.hidden) own += 1
    }
    shown += own
    element.hidden = own === 0
    // What was asked for is seen without another click.
    if (narrowed) element.open = own > 0
    else if (before !== undefined) element.open = before[index]
    count.textContent = own === items.length ? String(own) : `${own} of ${items.length}`
  }
  if (!narrowed) before = undefined
  byId('shown').textContent = narrowed ? `${shown} of ${total} requirements` : `${total} requirements`
  byId('nothing').hidden = shown > 0
  for (const cell of cells) {
    const sameLevel = level.size === 1 ? level.has(cell.dataset.level) : cell.dataset.level === undefined
    cell.setAttribute('aria-pressed', String(area !== '' && area === cell.dataset.area && sameLevel))
  }
}

/** Empties every field, which says nothing to its listeners. */
function showAll() {
  form.reset()
  narrow()
}

form.addEventListener('input', narrow)
form.addEventListener('submit', (event) => event.preventDefault())
byId('all').addEventListener('click', showAll)

for (const cell of cells) {
  cell.addEventListener('click', () => {
    const again = cell.getAttribute('aria-pressed') === 'true'
    form.reset()
    if (!again) {
      form.elements.area.value = cell.dataset.area
      for (const box of form.elements.level) box.checked = box.value === cell.dataset.level
    }
    narrow()
    if (!again) byId('requirements').scrollIntoView()
  })
}

document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, select, textarea')
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    byId('q').focus()
  }
  if (event.key === 'Escape' && event.target === byId('q')) {
    byId('q').value = ''
    narrow()
  }
})

/** A link leads into what is folded or filtered away, too. */
function reveal() {
  const target = byId(location.hash.slice(1))
  if (target === null) return
  if (target.closest('[hidden]') !== null) showAll()
  for (let each = target; each !== null; each = each.parentElement) if (each.tagName === 'DETAILS') each.open = true
  target.scrollIntoView()
  if (target.tagName === 'DETAILS') target.querySelector('summary').focus({ preventScroll: true })
}
addEventListener('hashchange', reveal)
if (location.hash !== '') reveal()

async function copied(text, pre) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection().selectAllChildren(pre)
    return false
  }
}
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button.copy')
  if (button === null) return
  const pre = button.parentElement.querySelector('pre')
  button.textContent = (await copied(pre.textContent, pre)) ? 'Copied' : 'Selected'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
})

narrow()
