export { htmlReport } from './html/page.ts'
export { jsonReport } from './json.ts'
export { junitReport } from './junit/junit.ts'
export { markdownReport } from './markdown/markdown.ts'
