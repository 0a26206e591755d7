// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {BalancerAuthorizer} from "../../../../contracts/test/BalancerRig.sol";
import {
    Funds,
    IComposable,
    IPoolV2,
    IVaultV2,
    IWeighted,
    Join,
    SingleSwap
} from "../test/BalancerV2Driver.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {Code} from "../../../../contracts/forge/rig/Code.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A pool of Balancer v2 as published, with a million of each token: weighted, or composable stable; their
/// specialisations differ. It is the second pool of its vault, so that its number is not 0.
contract BalancerV2Venue is Venue {
    IVaultV2 public immutable vault;
    bytes32 private immutable id;

    constructor(address adapter_, address first, address second, address wrapped_, bool stable)
        payable
        Venue(adapter_, first, second, wrapped_)
    {
        bytes memory arguments = abi.encode(new BalancerAuthorizer(), wrapped_, uint256(0), uint256(0));
        vault = IVaultV2(Code.create(_code("Vault"), arguments));
        arguments = abi.encode(vault, uint256(5e17), uint256(5e17));
        address fees = Code.create(_code("ProtocolFeePercentagesProvider"), arguments);
        arguments = abi.encode(vault, fees, "", "");
        address factory = Code.create(_code(stable ? "ComposableStablePoolFactory" : "WeightedPoolFactory"), arguments);
        _make(factory, stable);
        pool = _make(factory, stable);
        id = IPoolV2(pool).getPoolId();
        _fill();
    }

    function data(uint256) external view override returns (uint48) {
        uint256 rest = uint96(uint256(id));
        return uint48(rest >> 80 << 46 | rest & (1 << 46) - 1);
    }

    function allowed(uint256 i) external view override returns (uint256) {
        return PlainToken(coins[i]).allowance(adapter, address(vault));
    }

    function foresee(uint256 i, uint256 amountIn) external override returns (uint256) {
        return _try(i, amountIn);
    }

    function _sell(uint256 i, uint256 amountIn) internal override {
        PlainToken(coins[i]).approve(address(vault), amountIn);
        SingleSwap memory swap = SingleSwap(id, 0, coins[i], coins[1 - i], amountIn, "");
        vault.swap(swap, Funds(address(this), false, address(this), false), 0, block.timestamp);
    }

    function _make(address factory, bool stable) private returns (address) {
        address[] memory tokens = new address[](2);
        (tokens[0], tokens[1]) = coins[0] < coins[1] ? (coins[0], coins[1]) : (coins[1], coins[0]);
        address[] memory nobody = new address[](2);
        uint256[] memory numbers = new uint256[](2);
        if (stable) {
            bool[] memory exempt = new bool[](2);
            return IComposable(factory).create("", "", tokens, 200, nobody, numbers, exempt, 4e14, address(this));
        }
        (numbers[0], numbers[1]) = (6e17, 4e17);
        return IWeighted(factory).create("", "", tokens, numbers, nobody, 3e15, address(this));
    }

    /// @dev For a composable pool the vault also holds the pool's own token, which is not paid in.
    function _fill() private {
        (address[] memory tokens,,) = vault.getPoolTokens(id);
        uint256[] memory amounts = new uint256[](tokens.length);
        uint256[] memory limits = new uint256[](tokens.length);
        for (uint256 k = 0; k < tokens.length; k++) {
            limits[k] = type(uint256).max;
            if (tokens[k] == pool) continue;
            amounts[k] = 1e24;
            fund(tokens[k] == coins[0] ? 0 : 1, address(this), 1e24);
            PlainToken(tokens[k]).approve(address(vault), 1e24);
        }
        vault.joinPool(id, address(this), address(this), Join(tokens, limits, abi.encode(uint256(0), amounts), false));
    }

    function _code(string memory name) private view returns (bytes memory) {
        return Code.recorded("src/protocols/balancer-v2/test/recorded-code", string.concat(".contracts.", name));
    }
}
