export { fillSite, papers, secrets } from './fill-site.ts'
export { type Answer, viewSite } from './view-site.ts'
