import ts from 'typescript';
import { refuseUnless } from './refusal.mjs';

/** Types of the language that the templates use. A type of the same name would stand in their place. */
const GLOBALS = new Set(`Error Number Omit Partial Pick Promise Readonly Record String`.split(' '));
/** The numbers of the compiler’s errors about a name that stands for two things in one file. */
const TWICE = new Set([
  2300, // duplicate identifier
  2395, // declarations of one name that are not all exported
  2440, // an import and a declaration
  2448, // a variable that hides the one from which it is made
  2451, // two variables
]);

/**
 * Lets the compiler look for a name, such as `Phone`, that a file would have for two things: for the new record, and for something
 * that the file imports or declares.
 * @param texts path → text
 * @throws Refusal with the name
 */
export function requireOwnNames(texts) {
  const sources = new Map(
    [...texts].map(([file, text]) => [file, ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)]),
  );
  for (const [file, source] of sources) refuseImported(file, source);
  const options = { noResolve: true, noLib: true, types: [], experimentalDecorators: true, target: ts.ScriptTarget.ES2022 };
  const host = {
    getSourceFile: (file) => sources.get(file),
    fileExists: (file) => sources.has(file),
    readFile: (file) => texts.get(file),
    getCurrentDirectory: () => '',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    getDefaultLibFileName: () => '',
    writeFile: () => undefined,
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  for (const [file, source] of sources) {
    const found = program.getSemanticDiagnostics(source).find(({ code }) => TWICE.has(code));
    refuseUnless(!found, found && clash(file, source.text.slice(found.start, found.start + found.length)));
  }
}

/** The compiler cannot see that a class is imported, because it is given no other file. So it accepts a type of the same name. */
function refuseImported(file, source) {
  const imported = new Set(
    source.statements
      .filter(ts.isImportDeclaration)
      .flatMap(({ importClause }) => importClause?.namedBindings?.elements ?? [])
      .map(({ name }) => name.text),
  );
  for (const { name } of source.statements)
    refuseUnless(!name || !(GLOBALS.has(name.text) || imported.has(name.text)), name && clash(file, name.text));
}

function clash(file, name) {
  return `${file} would have two things that are named ${name}. Take another name, such as one of two words.`;
}
