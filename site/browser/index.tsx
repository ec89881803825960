export { hydrate } from './hydrate.ts'
export { Island } from './Island.tsx'
export { Layout } from './Layout.tsx'
export { Share } from './Share.tsx'
