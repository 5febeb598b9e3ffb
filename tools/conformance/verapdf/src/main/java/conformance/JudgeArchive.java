package conformance;

import java.io.FileInputStream;
import java.io.InputStream;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Asks veraPDF whether files are what their metadata says, such as PDF/A-3A. Prints one JSON object a line: file, flavour,
 * isCompliant and the rules that are broken.
 */
public final class JudgeArchive {
  public static void main(String[] files) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (String file : files) {
      try (InputStream in = new FileInputStream(file); PDFAParser parser = Foundries.defaultInstance().createParser(in)) {
        PDFAFlavour flavour = parser.getFlavour();
        PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, false);
        ValidationResult result = validator.validate(parser);
        TreeSet<String> broken = new TreeSet<>();
        for (TestAssertion assertion : result.getTestAssertions()) {
          if (assertion.getStatus() != TestAssertion.Status.FAILED) continue;
          broken.add(assertion.getRuleId().getClause() + "-" + assertion.getRuleId().getTestNumber() + " " + assertion.getMessage());
        }
        StringBuilder rules = new StringBuilder();
        for (String rule : broken) rules.append(rules.length() == 0 ? "" : ",").append(quote(rule));
        System.out.println("{\"file\":" + quote(file) + ",\"flavour\":" + quote(flavour.getId()) + ",\"isCompliant\":"
            + result.isCompliant() + ",\"broken\":[" + rules + "]}");
      }
    }
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + '"';
  }
}
