// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IToken {
    function transfer(address to, uint256 amount) external;
}

/// The functions that a pool's first liquidity needs.
interface IBalancerVault {
    function unlock(bytes calldata data) external returns (bytes memory);
    function settle(address token, uint256 amountHint) external returns (uint256);
    function initialize(address pool, address to, address[] memory, uint256[] memory, uint256 least, bytes memory)
        external
        returns (uint256);
}

/// Creates pools of Balancer v3 and fills them with the tokens it was sent. Used only when a chain is created.
contract BalancerFiller {
    IBalancerVault private immutable vault;
    address private immutable owner;
    /// The pool created last.
    address public made;

    constructor(IBalancerVault vault_) {
        vault = vault_;
        owner = msg.sender;
    }

    /// @param create the factory call that creates the pool
    function make(address factory, bytes calldata create, address[] calldata tokens, uint256[] calldata amounts)
        external
    {
        require(msg.sender == owner);
        (bool done, bytes memory answer) = factory.call(create);
        require(done);
        made = abi.decode(answer, (address));
        vault.unlock(abi.encodeCall(this.fill, (made, tokens, amounts)));
    }

    function fill(address pool, address[] calldata tokens, uint256[] calldata amounts) external {
        require(msg.sender == address(vault));
        vault.initialize(pool, owner, tokens, amounts, 0, "");
        for (uint256 i = 0; i < tokens.length; i++) {
            IToken(tokens[i]).transfer(address(vault), amounts[i]);
            vault.settle(tokens[i], amounts[i]);
        }
    }
}
