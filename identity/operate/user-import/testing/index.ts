export * from './exported-files.ts'
