export { type BuildIfChanged, buildIfChanged } from './build-if-changed.ts'
export { precompress } from './precompress.ts'
