export { type PackedPackage, packPackages } from './pack-packages.ts'
