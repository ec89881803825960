import './styles/index.css'
import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

type Islands = Readonly<Record<string, ComponentType<never>>>

// Each page's part is a chunk of its own. Pages that need no JavaScript are not here, and get none.
const pages: Readonly<Record<string, () => Promise<{ islands: Islands }>>> = {
  // biome-ignore lint/style/noRestrictedImports: a chunk of its own.
  home: () => import('../search/islands.tsx'),
  // biome-ignore lint/style/noRestrictedImports: a chunk of its own.
  paper: () => import('../papers/islands.tsx'),
}

const start = async (): Promise<void> => {
  const load = pages[document.body.dataset.page ?? '']
  if (load === undefined) return
  const { islands } = await load()
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const component = islands[element.dataset.island ?? '']
    if (component === undefined) continue
    hydrateRoot(element, createElement(component, JSON.parse(element.dataset.props ?? '{}') as never))
  }
}

void start()
