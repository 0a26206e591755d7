// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {CurveCryptoPort} from "../sandbox/CurveCryptoPort.sol";
import {Kind} from "../sandbox/CryptoMath.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A Tricrypto, whose `exchange` returns nothing, or a Tricrypto-NG, with a million of each token, on our port.
/// Tokens 0 and 1 are the pool's third and first.
contract CurveCryptoVenue is Venue {
    uint256[2] private places = [uint256(2), 0];

    constructor(address adapter_, address first, address second, address beside, address wrapped_, bool isNew)
        payable
        Venue(adapter_, first, second, wrapped_)
    {
        address[] memory tokens = new address[](3);
        (tokens[0], tokens[1], tokens[2]) = (second, beside, first);
        (uint256[] memory ones, uint256[] memory amounts, uint256[] memory scale) =
            (new uint256[](3), new uint256[](3), new uint256[](2));
        (scale[0], scale[1]) = (1e18, 1e18);
        CurveCryptoPort.Settings memory settings = CurveCryptoPort.Settings(
            isNew ? Kind.TriNG : Kind.Tri, 2_000_000, 1e14, 3_000_000, 30_000_000, 5e14, false
        );
        for (uint256 k = 0; k < 3; k++) (ones[k], amounts[k]) = (1, 1e24);
        CurveCryptoPort made = new CurveCryptoPort(settings, tokens, ones);
        pool = address(made);
        for (uint256 i = 0; i < 2; i++) fund(i, address(this), 1e24);
        PlainToken(beside).mint(address(this), 1e24);
        for (uint256 k = 0; k < 3; k++) PlainToken(tokens[k]).approve(pool, 1e24);
        made.fill(amounts, scale);
    }

    function data(uint256 i) external view override returns (uint48) {
        return uint48(places[i] << 24 | places[1 - i]);
    }

    function foresee(uint256 i, uint256 amountIn) external view override returns (uint256) {
        return CurveCryptoPort(pool).get_dy(places[i], places[1 - i], amountIn);
    }
}
