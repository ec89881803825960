export { type BuildIfChanged, buildIfChanged, stampFile, stampOfRelease } from './build-if-changed.ts'
export { inOwnProcess } from './in-own-process.ts'
export { precompress } from './precompress.ts'
