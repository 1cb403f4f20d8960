-- Of manifests that were kept whole: every field that the format names, within the bounds of `keptManifest`. The package has the rest.
UPDATE "packages" SET "manifest" = (
	SELECT jsonb_object_agg(part.key, CASE WHEN jsonb_typeof(part.value) = 'string' THEN to_jsonb(left(part.value #>> '{}', 4096)) ELSE part.value END)
	FROM jsonb_each("packages"."manifest") AS part
	WHERE part.key IN ('schema', 'id', 'version', 'title', 'subtitle', 'author', 'description', 'createdAt', 'updatedAt', 'architecture', 'dimensions', 'totalSlides', 'compat')
		OR (part.key IN ('fonts', 'tokens', 'assets', 'runtime', 'stats', 'platform', 'provenance', 'offline') AND octet_length(part.value::text) <= 32768)
) || jsonb_build_object('slides', (
	SELECT jsonb_agg(kept.slide ORDER BY kept.place)
	FROM (
		SELECT entry.place, (
			SELECT jsonb_object_agg(field.key, field.value) FROM jsonb_each(entry.slide) AS field
			WHERE field.key IN ('index', 'id', 'label', 'file', 'thumbnail', 'duration', 'transition')
		) || jsonb_build_object('notes', CASE
			WHEN sum(length(left(entry.slide ->> 'notes', 16384))) OVER (ORDER BY entry.place) > 1048576 THEN NULL
			ELSE left(entry.slide ->> 'notes', 16384)
		END) AS slide
		FROM jsonb_array_elements("packages"."manifest" -> 'slides') WITH ORDINALITY AS entry(slide, place)
	) AS kept
))
WHERE octet_length("manifest"::text) > 65536;
