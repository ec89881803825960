export { among, title, work } from './works.ts'
