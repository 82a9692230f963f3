import { type Command, Option } from 'commander'
import { REPORTERS } from '../run/output/destinations.ts'
import { UsageError } from '../usage-error.ts'

/** The flags that say where a report goes, but for its JSON. */
export function fileOptions(command: Command): Command {
  return command
    .option('--html <file>', 'write it as a page for a browser; - for the standard output, as with the others')
    .option('--junit <file>', 'write it as JUnit XML')
    .option('--markdown <file>', 'write its summary as Markdown')
    .option('--ctrf <file>', 'write it as CTRF, the common format of test reports')
    .option('--sarif <file>', 'write what is contradicted as SARIF 2.1.0')
    .option('--har <file>', 'write its requests and their answers as an HTTP archive (HAR 1.2)')
    .option('--allure <folder>', 'write results for Allure')
    .addOption(
      new Option('--docs <base>', 'where the documentation is, a URL or a path from the page: --html links to it')
        .env('ASSAY_DOCS')
        .argParser(documentationBase),
    )
}

/** @throws UsageError for what is neither a web address nor a path: a page follows it. */
function documentationBase(text: string): string {
  if (/^(https?|file):\/\/|^[^:]+$/i.test(text)) return text
  throw new UsageError(
    `--docs ${text}: expected an address such as https://docs.example/assay, or a path such as ../site/dist`,
  )
}

/** The flags that say how a report is told. */
export function voiceOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--reporter <name>',
        'how it is told: line is one line per failed check, json the JSON report, everything else to stderr',
      ).choices([...REPORTERS]),
    )
    .option(
      '-q, --quiet',
      'tell the verdict, the failures, what was blocked, what took another time than planned, what is left behind and what changed only',
    )
}
