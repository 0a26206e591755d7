// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {BalancerAuthorizer} from "../../../../contracts/test/BalancerRig.sol";
import {IStableFactory, IVault, IWeightedFactory, Roles, SwapParams, TokenConfig} from "../test/BalancerV3Driver.sol";
import {vm} from "../../../../contracts/forge/rig/Vm.sol";
import {Code} from "../../../../contracts/forge/rig/Code.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

interface VaultV3 is IVault {
    function sendTo(address token, address to, uint256 amount) external;
}

/// @notice A pool of Balancer v3 as published, with a million of each token: weighted or stable.
contract BalancerV3Venue is Venue {
    VaultV3 public immutable vault;

    constructor(address adapter_, address first, address second, address wrapped_, bool stable)
        payable
        Venue(adapter_, first, second, wrapped_)
    {
        vault = VaultV3(_makeVault());
        bytes memory arguments = abi.encode(vault, uint32(4 * 365 days), "", "");
        address factory = Code.create(_code(stable ? "StablePoolFactory" : "WeightedPoolFactory"), arguments);
        pool = _make(factory, stable);
    }

    function open() external override {
        vault.unlock(abi.encodeCall(this.fill, ()));
    }

    function data(uint256) external pure override returns (uint48) {
        return 0;
    }

    function foresee(uint256 i, uint256 amountIn) external override returns (uint256) {
        return _try(i, amountIn);
    }

    function fill() external {
        uint256[] memory amounts = new uint256[](2);
        (amounts[0], amounts[1]) = (1e24, 1e24);
        vault.initialize(pool, address(this), _tokens(), amounts, 0, "");
        for (uint256 i = 0; i < 2; i++) {
            fund(i, address(vault), 1e24);
            vault.settle(coins[i], 1e24);
        }
    }

    function _sell(uint256 i, uint256 amountIn) internal override {
        vault.unlock(abi.encodeCall(this.trade, (i, amountIn)));
    }

    function trade(uint256 i, uint256 amountIn) external {
        (,, uint256 amountOut) = vault.swap(SwapParams(0, pool, coins[i], coins[1 - i], amountIn, 0, ""));
        fund(i, address(vault), amountIn);
        vault.settle(coins[i], amountIn);
        vault.sendTo(coins[1 - i], address(this), amountOut);
    }

    /// @dev Its parts name its address before it exists: it is the fifth contract that this one creates from here.
    function _makeVault() private returns (address) {
        BalancerAuthorizer authorizer = new BalancerAuthorizer();
        address made = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 3);
        bytes memory arguments =
            abi.encode(made, uint32(4 * 365 days), uint32(90 days), uint256(1_000_000), uint256(1_000));
        address admin = Code.create(_code("VaultAdmin"), arguments);
        address extension = Code.create(_code("VaultExtension"), abi.encode(made, admin));
        address fees = Code.create(_code("ProtocolFeeController"), abi.encode(made, uint256(5e17), uint256(1e17)));
        require(Code.create(_code("Vault"), abi.encode(extension, authorizer, fees)) == made, "stands elsewhere");
        return made;
    }

    function _make(address factory, bool stable) private returns (address) {
        TokenConfig[] memory tokens = new TokenConfig[](2);
        address[] memory sorted = _tokens();
        for (uint256 k = 0; k < 2; k++) tokens[k].token = sorted[k];
        Roles memory nobody;
        bytes32 salt = bytes32(0);
        if (stable) {
            return
                IStableFactory(factory).create("", "", tokens, 200, nobody, 4e14, address(0), false, false, salt);
        }
        uint256[] memory weights = new uint256[](2);
        (weights[0], weights[1]) = (6e17, 4e17);
        return IWeightedFactory(factory).create("", "", tokens, weights, nobody, 3e15, address(0), false, false, salt);
    }

    function _tokens() private view returns (address[] memory sorted) {
        sorted = new address[](2);
        (sorted[0], sorted[1]) = coins[0] < coins[1] ? (coins[0], coins[1]) : (coins[1], coins[0]);
    }

    function _code(string memory name) private view returns (bytes memory) {
        return Code.recorded("src/protocols/balancer-v3/test/recorded-code", string.concat(".contracts.", name));
    }
}
