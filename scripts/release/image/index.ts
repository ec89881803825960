export { buildImage } from './build-image.ts'
export { type Container, openContainers } from './run-container.ts'
