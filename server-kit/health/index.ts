export { type HealthCheck, type HealthOptions, healthRoutes } from './health-routes.ts'
export { createMetrics, type Metrics } from './metrics.ts'
