export { importing } from './bring-in.ts'
export * from './exported-files.ts'
