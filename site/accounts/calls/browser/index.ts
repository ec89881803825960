export { type Answer, callSite } from './call-site.ts'
