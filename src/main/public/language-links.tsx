import { getLanguage, languageNames, languages } from '#kernel/language.ts';

/**
 * They work without a script: the server keeps the choice and leads back. A shared report has its token in
 * the hash, which only a script can add.
 */
export function LanguageLinks({ className }: { className?: string }) {
  const others = languages.filter((language) => language !== getLanguage());
  return others.map((language) => (
    <a
      className={className}
      href={`?language=${language}`}
      onClick={({ currentTarget }) => {
        currentTarget.hash = window.location.hash;
      }}
      hrefLang={language}
      lang={language}
      key={language}
    >
      {languageNames[language]}
    </a>
  ));
}
