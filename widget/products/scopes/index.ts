export { type Permission, permissionsOf, resultsOf, type ScopeResult, useScopeTexts, wantsMore } from './permissions.ts'
