export { type Asked, captchaDemand, held, ok, refusal, type ScriptedProvider } from './provider.ts'
export { authResult, publicToken } from './samples.ts'
export { createWorld, type Tab, type World } from './world.ts'
