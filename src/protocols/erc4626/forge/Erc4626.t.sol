// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest, PartialFill} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {Route} from "../../../../contracts/forge/rig/Route.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {DishonestShares} from "./DishonestShares.sol";
import {Erc4626Venue} from "./Erc4626Venue.sol";

contract Erc4626Test is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "Erc4626";
    }

    function _venue(address first, address) internal override returns (Venue) {
        return new Erc4626Venue(adapter, first, weth);
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestShares(a, b);
    }

    /// The vault is the token itself and burns any number of its shares.
    function test_VaultThatBurnsLess() public {
        BurningVault vault = new BurningVault(b);
        b.mint(address(vault), E18);
        vault.mint(payer, 3 * E18);
        _allow(payer, address(vault));
        bytes memory leg = _legOf(address(vault), address(b), 1, Route.TO_RECIPIENT, 0);
        bytes memory answer = _isRefused(_ask(address(vault), address(b), 3 * E18, leg));
        require(keccak256(answer) == keccak256(abi.encodeWithSelector(PartialFill.selector, E18, 3 * E18)), "in other words");
        require(_done(_ask(address(vault), address(b), E18, leg)) == E18, "not one for one");
        require(vault.balanceOf(payer) == 2 * E18 && vault.balanceOf(adapter) == 0, "not what was sold");
    }
}

/// @notice Redeems one share at a time, one for one.
contract BurningVault is PlainToken {
    PlainToken private immutable asset;

    constructor(PlainToken asset_) {
        asset = asset_;
    }

    function redeem(uint256, address to, address owner) external returns (uint256) {
        balanceOf[owner] -= 1e18;
        asset.transfer(to, 1e18);
        return 1e18;
    }
}
