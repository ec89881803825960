import './styles/index.css'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Each page is a chunk of its own, hence its own file and not its folder's index. Pages that need no JavaScript get none.
const pages: Readonly<Record<string, () => Promise<ComponentType<{ model: never }>>>> = {
  // biome-ignore lint/style/noRestrictedImports: a chunk of its own.
  home: async () => (await import('../search/HomePage.tsx')).HomePage,
  // biome-ignore lint/style/noRestrictedImports: a chunk of its own.
  paper: async () => (await import('../papers/Page.tsx')).PaperPage,
}

const start = async (): Promise<void> => {
  const page = document.getElementById('page')
  const model = document.getElementById('model')
  const load = pages[document.body.dataset.page ?? '']
  if (page === null || model === null || load === undefined) return
  const Page = await load()
  hydrateRoot(page, <Page model={JSON.parse(model.textContent) as never} />)
}

void start()
