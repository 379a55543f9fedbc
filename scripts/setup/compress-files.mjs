import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Quality 11 saves 2% more and takes twice as long. Compression on the fly uses quality 4, which is 15% larger. */
const QUALITY = 10;

/** Writes a compressed copy of each script and style next to it, which the server sends to browsers that accept it. */
export async function compressFiles(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const content = readFileSync(join(folder, name));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      await writeFile(join(folder, `${name}.br`), await compress(content, { params }));
    }),
  );
}
