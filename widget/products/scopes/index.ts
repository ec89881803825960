export { type Permission, permissionsOf, type ScopeResult, wantsMore } from './permissions.ts'
export { useScopeTexts } from './texts.ts'
