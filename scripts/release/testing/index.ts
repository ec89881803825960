export { type Person, personOf } from './person-of.ts'
export { commitOf, unpackCommit } from './unpack-commit.ts'
export { type UnpackedRelease, unpackRelease } from './unpack-release.ts'
