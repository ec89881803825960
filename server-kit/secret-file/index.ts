export { addToSecretFile, makeSecretFile, readSecretFile, shortestSecret } from './secret-file.ts'
