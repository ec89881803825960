export type { Head } from './document.ts'
export { createRenderer, type Renderer, type RenderOptions } from './render.ts'
