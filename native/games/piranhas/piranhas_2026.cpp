// Piranhas 2026: fish of three weights, and the first complete swarm is credited.
#include "../../engine.hpp"
#include "../../search/trained.hpp"
#include "encoding.hpp"
#include "evaluation.hpp"
#include "inputs.hpp"
#include "tactics.hpp"
#include "weights_2026.hpp"

namespace schwarm::piranhas {
namespace {

struct Season2026 {
    static constexpr bool weighted = true;
    static constexpr std::string_view letters = "SMLsml";
    static constexpr const auto& weights = weights_2026;
};

const Registration registration(
    game<Trained<Evaluation<Season2026>, Inputs<Season2026>>, Tactics<Season2026>>("piranhas-2026"));
const BatchRegistration batches(batch<Encoding<Season2026>>("piranhas-2026"));

}  // namespace
}  // namespace schwarm::piranhas
