export { type ConformanceOptions, conformance } from './adapters/conformance.ts'
