export { type Permission, permissionsOf, resultsOf, type ScopeResult, wantsMore } from './permissions.ts'
export { useScopeTexts } from './texts.ts'
